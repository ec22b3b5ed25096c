package io.anixops.lease.e2e;

import java.util.function.Consumer;

/** A way by which leadership goes from one cluster to another: what is done to the former, and how that ends. */
enum Failover {
    PLANNED(
            Event.MOVED_TO_ANOTHER_CLUSTER,
            branch -> branch.scene().changeSpec("{\"suspend\": true}"),
            branch -> branch.scene().changeSpec("{\"suspend\": false}")),
    PODS_GONE(
            Event.CLUSTER_WITHOUT_PODS,
            branch -> branch.scale(0),
            branch -> branch.scale(Branch.CANDIDATES).scene().awaitReadyPods(Branch.CANDIDATES)),
    OPERATOR_KILLED(
            Event.CLUSTER_WITHOUT_OPERATOR,
            branch -> branch.site().killOperator(),
            branch -> branch.site().startOperatorAgain()),
    API_SERVER_SILENT(
            Event.CLUSTER_WITHOUT_API_SERVER,
            branch -> branch.site().apiServer().pause(),
            branch -> branch.site().apiServer().resume()),
    /** The last, for controllers are slow to go on after many restarts of their API server. */
    API_SERVER_GONE(
            Event.CLUSTER_WITHOUT_API_SERVER,
            Branch::stopApiServer,
            branch -> branch.site().apiServer().startAgain());

    private final Event event;
    private final Consumer<Branch> begins;
    private final Consumer<Branch> ends;

    Failover(Event event, Consumer<Branch> begins, Consumer<Branch> ends) {
        this.event = event;
        this.begins = begins;
        this.ends = ends;
    }

    Event event() {
        return event;
    }

    void beginIn(Branch leading) {
        begins.accept(leading);
    }

    void endIn(Branch former) {
        ends.accept(former);
    }
}
