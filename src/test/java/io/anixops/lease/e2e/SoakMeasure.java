package io.anixops.lease.e2e;

/**
 * What a {@link Soak} measures, and how much more of it there may be at its end than at its beginning: so many percent, and so
 * many besides. The bounds are what comes and goes without a leak.
 */
enum SoakMeasure {
    /** After a full collection. It has what is kept of passes that are under way, and of the latest faults. */
    OPERATOR_HEAP("operator: live heap, KiB", 5, 4_096),
    /** The heap is given to it, and taken from it, in steps; what it once touched of code and classes stays. */
    OPERATOR_MEMORY("operator: resident memory, KiB", 10, 8_192),
    /** Passes and their requests have some fifty more after an outage, which go after a minute in which they are not needed. */
    OPERATOR_JVM_THREADS("operator: threads of the JVM", 10, 50),
    OPERATOR_THREADS("operator: threads of the kernel", 10, 50),
    /** A connection for each request that is under way. */
    OPERATOR_FILES("operator: open files and sockets", 10, 16),
    WORKERS_HEAP("library: live heap, KiB", 5, 2_048),
    WORKERS_MEMORY("library: resident memory, KiB", 10, 8_192),
    /** One for each work that runs, and the number of those is always the same, but for hand-overs. */
    WORKERS_THREADS("library: threads of the kernel", 5, 8),
    WORKERS_FILES("library: open files and sockets", 10, 8),
    /** A pool may have one more while another one is closed. */
    CONNECTIONS("database: connections", 10, 2),
    /** They wait for autovacuum's next look, once a minute. Where it could take none away there would be 100,000 by the end. */
    DEAD_ROWS("database: dead rows", 50, 2_000),
    /** Room that dead rows had is used again, also where it lies unused meanwhile. */
    TABLES("database: tables with indexes, KiB", 25, 256),
    /** As many come as go by their age; an outage of the database is told of each lease, and told again as a count. */
    EVENTS("API server: Events", 50, 300),
    /** While one moves. */
    LEASES_WITHOUT_LEADER("leases whose status tells no leader", 0, 5),
    ROWS_WITHOUT_HOLDER("leases of the library without a holder", 0, 5);

    private final String text;
    private final int percent;
    private final long besides;

    SoakMeasure(String text, int percent, long besides) {
        this.text = text;
        this.percent = percent;
        this.besides = besides;
    }

    /** The most that there may be at the end. */
    long boundAfter(long beginning) {
        return beginning + beginning * percent / 100 + besides;
    }

    @Override
    public String toString() {
        return text;
    }
}
