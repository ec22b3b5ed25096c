/**
 * The operator on the real things: the packaged jar as a process of its own, a real API server, a real PostgreSQL.
 *
 * <p>Classes named {@code *E2E} run in {@code mvn verify} where {@code KUBEBUILDER_ASSETS} names a control plane, which
 * {@code e2e/build} makes. A scenario looks like this:
 *
 * <pre>{@code
 * Stage stage = Stage.open();              // once a class: shared control plane, a database, the operator's account
 * stage.operator();                        // the packaged operator, until stage.close()
 *
 * Scene scene = stage.scene("move");       // a namespace, with the checker on from the beginning
 * scene.deployment(3).lease(30);
 * var first = scene.awaitLeader();         // by label, row and status
 * var next = scene.move(Event.LEADER_DELETED, leader -> scene.pod(leader).delete());
 * scene.end();                             // fails with all that the checker saw
 * }</pre>
 *
 * <p>What a scenario of its own kind needs is underneath: {@link io.anixops.lease.e2e.ControlPlane}, {@link
 * io.anixops.lease.e2e.OperatorProcess}, {@link io.anixops.lease.e2e.Invariants} and {@link
 * io.anixops.lease.e2e.RowHistory}.
 *
 * <p>{@link io.anixops.lease.e2e.Sites} are two clusters on one database, {@link io.anixops.lease.e2e.TwoClusters} a
 * scenario's lease in both.
 *
 * <p>{@link io.anixops.lease.e2e.FakePods} does to a pod what its kubelet would, {@link
 * io.anixops.lease.e2e.Kwok#MANUAL} and {@link io.anixops.lease.e2e.Kwok#LINGER} keep kwok from it. {@link
 * io.anixops.lease.e2e.ApiProxy} holds back single requests, {@link io.anixops.lease.e2e.TcpProxy} whole connections.
 * What processes print is under {@code target/e2e}.
 */
package io.anixops.lease.e2e;
