package io.anixops.lease.e2e;

import java.util.Locale;

/** The light faults of a {@link Soak}: what a cluster and a database do to an operator in an ordinary week. */
enum SoakFault {
    LEADER_DELETED(4, 2_000),
    LEADER_NOT_READY(3, 4_000),
    WATCHES_CUT(2, 1),
    API_PUTS_OFF(2, 2_000),
    API_FAILS(2, 2_000),
    OPERATOR_CONNECTIONS_CUT(2, 1),
    OPERATOR_NETWORK_STALLS(2, 3_000),
    WORKER_CONNECTIONS_CUT(2, 1),
    WORKER_NETWORK_STALLS(2, 3_000),
    DATABASE_RESTARTED(1, 1);

    private final int turns;
    private final int millis;

    SoakFault(int turns, int millis) {
        this.turns = turns;
        this.millis = millis;
    }

    /** How often it comes before all others have had their turns. */
    int turns() {
        return turns;
    }

    /** The longest that it lasts, which is shorter than any trust. */
    int millis() {
        return millis;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
