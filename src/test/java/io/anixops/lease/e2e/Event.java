package io.anixops.lease.e2e;

/** What happens to a lease in an ordinary year, and so the rows of docs/behaviour.md. */
enum Event {
    LEADER_DELETED("leader deleted"),
    LEADER_NOT_READY("leader not Ready, another candidate is"),
    LEADER_EVICTED("leader evicted"),
    LEADER_FAILED("leader failed"),
    LEADER_TERMINATING("leader terminates, and takes its time"),
    LEADER_MADE_AGAIN("leader made again under its name"),
    ROLLING_UPDATE("rolling update of a Deployment that surges"),
    SELECTOR_CHANGED("selector changed, so that the leader falls out"),
    ONLY_CANDIDATE_NOT_READY("the only candidate not Ready, TTL 5 s"),
    SUSPENDED("suspended"),
    RESOURCE_DELETED("DatabaseLease deleted"),
    OPERATOR_KILLED_IN_A_HAND_OVER("operator killed within a hand-over, and started again"),
    REPLICA_STOPPED("active replica of the operator stopped (SIGTERM)"),
    REPLICA_KILLED("active replica of the operator killed"),
    REPLICA_PAUSED("active replica of the operator paused beyond its time"),
    CONNECTIONS_LOST("every connection to the database lost, TTL 15 s"),
    PROCESS_GAVE_IT_UP("process that holds the lease itself gives it up (electedBy: Pods)"),
    PROCESS_DIED("process that holds the lease itself dies (electedBy: Pods), TTL 9 s"),
    DATABASE_STOPPED("database stopped past the end of trust, and started again, TTL 6 s");

    private final String sentence;

    Event(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
