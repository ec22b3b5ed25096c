package io.anixops.lease.e2e;

/** What happens to a lease in an ordinary year, and so the rows of docs/behaviour.md. */
enum Event {
    LEADER_DELETED("leader deleted"),
    LEADER_NOT_READY("leader not Ready, another candidate is"),
    LEADER_EVICTED("leader evicted"),
    LEADER_FAILED("leader failed"),
    LEADER_TERMINATING("leader terminates, and takes its time"),
    LEADER_MADE_AGAIN("leader made again under its name"),
    LEADER_STEPS_DOWN("leader asked to step down"),
    ROLLING_UPDATE("rolling update of a Deployment that surges"),
    SELECTOR_CHANGED("selector changed, so that the leader falls out"),
    ONLY_CANDIDATE_NOT_READY("the only candidate not Ready, TTL 5 s"),
    SUSPENDED("suspended"),
    RESOURCE_DELETED("DatabaseLease deleted"),
    RESOURCE_DELETED_IN_SILENCE("DatabaseLease deleted while the database is down, TTL 10 s"),
    SUSPENDED_IN_SILENCE("suspended while the database is down, TTL 10 s"),
    RESOURCE_DELETED_UNSEEN("DatabaseLease deleted while no operator runs, from the operator's start"),
    RESOURCE_DELETED_OUT_OF_SIGHT("DatabaseLease deleted while the API server is away, from its return"),
    RESOURCE_MADE_AGAIN("DatabaseLease deleted and made again at once, for another row"),
    RIVAL_DELETED("DatabaseLease deleted, and a younger one waits for the same row"),
    ROW_DELETED("row deleted by hand, TTL 6 s"),
    TOKEN_SET_BACK("token of the row set back by hand, TTL 6 s"),
    TABLE_RESTORED("table and sequence restored from an older copy, TTL 6 s"),
    OPERATOR_KILLED_IN_A_HAND_OVER("operator killed within a hand-over, and started again"),
    REPLICA_STOPPED("active replica of the operator stopped (SIGTERM)"),
    REPLICA_KILLED("active replica of the operator killed"),
    REPLICA_PAUSED("active replica of the operator paused beyond its time"),
    CONNECTIONS_LOST("every connection to the database lost, TTL 15 s"),
    FAILED_OVER("primary of the database lost, its standby promoted, TTL 15 s"),
    FAILED_OVER_BEHIND("the same with a standby that lost the newest grant"),
    DATABASE_PAUSED("database stood still for less than trust, TTL 9 s"),
    DATABASE_RESTARTED("database restarted, TTL 6 s"),
    DATABASE_SILENT("network to the database swallowed everything past the end of trust, TTL 6 s"),
    DATABASE_READ_ONLY("database read-only past the end of trust, TTL 6 s"),
    DATABASE_OUT_OF_CONNECTIONS("database without a free connection past the end of trust, TTL 6 s"),
    DISK_FULL("disk of the database full past the end of trust, TTL 6 s"),
    PASSWORD_ROTATED("password of the database rotated, TTL 15 s"),
    CERTIFICATE_EXPIRED("certificate of the database expired past the end of trust, TTL 6 s"),
    DATABASE_STOPPED("database stopped past the end of trust, and started again, TTL 6 s"),
    API_STOPPED("API server killed, and started again, TTL 6 s"),
    API_SILENT("API server silent for less than the limit, TTL 6 s"),
    API_SILENT_FOR_LONG("API server silent past a limit of 5 s, TTL 6 s"),
    API_SLOW("leader not Ready, while the API server is a second late with each answer"),
    WRITES_REFUSED("leader not Ready, while the API server refuses writes (429, 500, 503)"),
    REQUESTS_UNANSWERED("leader not Ready, while requests for pods have no answer"),
    WATCH_DEAD("leader not Ready, after its watch died without a word"),
    WATCH_EXPIRED("leader not Ready, after its watch was too old to go on (410)"),
    LIST_STALE("pods listed anew by an API server that is behind"),
    RIGHTS_REVOKED("leader not Ready, while the right to see pods is revoked"),
    PROCESS_GAVE_IT_UP("process that holds the lease itself gives it up (electedBy: Pods)"),
    PROCESS_DIED("process that holds the lease itself dies (electedBy: Pods), TTL 9 s"),
    MOVED_TO_ANOTHER_CLUSTER("two clusters: suspended in the one that leads"),
    CLUSTER_WITHOUT_OPERATOR(
            "two clusters: operator of the one that leads killed, and started again once the other leads, TTL 5 s"),
    CLUSTER_WITHOUT_API_SERVER(
            "two clusters: API server of the one that leads away past a limit of 5 s, until the other leads, TTL 5 s"),
    CLUSTER_WITHOUT_PODS("two clusters: every candidate of the one that leads deleted"),
    LEADER_KILLED_IN_CONTAINER("real node: leader's process killed"),
    LEADER_PAUSED_IN_CONTAINER("real node: leader's process stands still, probed each second"),
    LEADER_DELETED_IN_CONTAINER("real node: leader deleted"),
    LEADER_STEPS_DOWN_IN_CONTAINER("real node: leader asked to step down"),
    ROLLING_UPDATE_IN_CONTAINERS("real node: rolling update of a Deployment that surges"),
    OPERATOR_UPDATED_IN_CONTAINERS("real node: rolling update of the operator, both replicas"),
    KUBELET_ENDED("real node: kubelet ends, and with it every candidate's readiness, TTL 5 s");

    private final String sentence;

    Event(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
