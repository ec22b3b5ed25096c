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
    RIGHTS_REVOKED("leader not Ready, while the right to see pods is revoked");

    private final String sentence;

    Event(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
