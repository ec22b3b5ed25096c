/**
 * The operator on the real things: the packaged jar as a process of its own, a real API server, a real PostgreSQL.
 *
 * <p>Classes named {@code *E2E} run in {@code mvn verify} where {@code KUBEBUILDER_ASSETS} names a control plane, which
 * {@code e2e/build} makes. A scenario looks like this:
 *
 * <pre>{@code
 * ControlPlane plane = ControlPlane.shared();          // or start(), builder().apiServerOnly(), .audited()
 * Crds.install(plane);
 * String namespace = plane.newNamespace("move");
 * var database = TestPostgres.shared().newDatabase();
 * var history = RowHistory.install(database.dataSource(), "database_lease");
 * try (var checker = Invariants.watching(plane).and(history);
 *         var operator = OperatorSettings.operator(OperatorAccount.in(plane), database).start()) {
 *     operator.awaitReady();
 *     plane.kubectl().apply(Manifests.deployment(namespace, "web", 3));
 *     ...
 *     checker.assertNothingViolated();
 * }
 * }</pre>
 *
 * <p>{@link io.anixops.lease.e2e.FakePods} does to a pod what its kubelet would, {@link
 * io.anixops.lease.e2e.Kwok#MANUAL} and {@link io.anixops.lease.e2e.Kwok#LINGER} keep kwok from it. {@link
 * io.anixops.lease.e2e.ApiProxy} holds back single requests, {@link io.anixops.lease.e2e.TcpProxy} whole connections.
 * What processes print is under {@code target/e2e}.
 */
package io.anixops.lease.e2e;
