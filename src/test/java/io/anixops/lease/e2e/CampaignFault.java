package io.anixops.lease.e2e;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a {@link Campaign} does to the world, where, and for how many seconds at most. */
enum CampaignFault {
    WORKER_NETWORK_SWALLOWS("network", CampaignPlan.WORKERS, 9),
    WORKER_NETWORK_SLOW("network", CampaignPlan.WORKERS, 6),
    WORKER_REQUESTS_HELD("network", CampaignPlan.WORKERS, 8),
    WORKER_ANSWERS_HELD("network", CampaignPlan.WORKERS, 8),
    WORKER_NETWORK_RESETS("network", CampaignPlan.WORKERS, 8),
    WORKER_CONNECTIONS_CUT("network", CampaignPlan.WORKERS, 1),
    WORKER_CUT_BEFORE_A_REQUEST("network", CampaignPlan.WORKERS, 5),
    WORKER_CUT_AFTER_A_REQUEST("network", CampaignPlan.WORKERS, 5),
    WORKER_REQUESTS_CLOSED("network", CampaignPlan.WORKERS, 8),
    WORKER_ANSWERS_CLOSED("network", CampaignPlan.WORKERS, 8),
    WORKER_KILLED("process", CampaignPlan.WORKERS, 5),
    WORKER_PAUSED("process", CampaignPlan.WORKERS, 9),
    WORKER_TERMINATED("process", CampaignPlan.WORKERS, 3),
    OPERATOR_NETWORK_SWALLOWS("operator-network", CampaignPlan.OPERATORS, 9),
    OPERATOR_NETWORK_SLOW("operator-network", CampaignPlan.OPERATORS, 6),
    OPERATOR_REQUESTS_HELD("operator-network", CampaignPlan.OPERATORS, 8),
    OPERATOR_ANSWERS_HELD("operator-network", CampaignPlan.OPERATORS, 8),
    OPERATOR_NETWORK_RESETS("operator-network", CampaignPlan.OPERATORS, 8),
    OPERATOR_CONNECTIONS_CUT("operator-network", CampaignPlan.OPERATORS, 1),
    OPERATOR_CUT_BEFORE_A_REQUEST("operator-network", CampaignPlan.OPERATORS, 5),
    OPERATOR_CUT_AFTER_A_REQUEST("operator-network", CampaignPlan.OPERATORS, 5),
    OPERATOR_REQUESTS_CLOSED("operator-network", CampaignPlan.OPERATORS, 8),
    OPERATOR_ANSWERS_CLOSED("operator-network", CampaignPlan.OPERATORS, 8),
    OPERATOR_KILLED("operator", CampaignPlan.OPERATORS, 5),
    OPERATOR_PAUSED("operator", CampaignPlan.OPERATORS, 14),
    OPERATOR_TERMINATED("operator", CampaignPlan.OPERATORS, 3),
    API_PUTS_OFF("api", CampaignPlan.OPERATORS, 6),
    API_FAILS("api", CampaignPlan.OPERATORS, 6),
    API_SLOW("api", CampaignPlan.OPERATORS, 6),
    API_SAYS_NOTHING("api", CampaignPlan.OPERATORS, 9),
    API_LISTS_THE_PAST("api", CampaignPlan.OPERATORS, 4),
    API_WATCHES_EXPIRE("api", CampaignPlan.OPERATORS, 1),
    API_WATCHES_DIE("api", CampaignPlan.OPERATORS, 1),
    API_WRITE_ARRIVES_LATE("api", CampaignPlan.OPERATORS, 9),
    DATABASE_STANDS_STILL("database", 1, 7),
    DATABASE_KILLED("database", 1, 3),
    DATABASE_STOPPED("database", 1, 7),
    DATABASE_FAILED_OVER("database", 1, 5),
    DATABASE_READ_ONLY("database", 1, 7),
    DATABASE_WITHOUT_CONNECTIONS("database", 1, 6),
    DATABASE_SESSIONS_ENDED("database", 1, 1),
    DATABASE_ROW_LOCKED("database", 1, 7),
    POD_DELETED("pods", 1, 1),
    POD_NOT_READY("pods", 1, 4),
    PODS_ROLLED("pods", 1, 6),
    RESOURCE_STEPPED_DOWN("resource", CampaignPlan.LEASES, 1),
    RESOURCE_SUSPENDED("resource", CampaignPlan.LEASES, 4),
    RESOURCE_MADE_AGAIN("resource", CampaignPlan.LEASES, 2),
    RESOURCE_WITH_ANOTHER_TTL("resource", CampaignPlan.LEASES, 5),
    GRANT_HEARD_AFTER_A_PAUSE("directed", CampaignPlan.WORKERS, 9),
    RELEASE_ARRIVES_LATE("directed", CampaignPlan.WORKERS, 9),
    ROWS_LOCKED_OVER_THEIR_END("directed", 1, 1),
    FAILED_OVER_TO_ONE_THAT_LAGS("directed", 1, 3),
    LABEL_ARRIVES_AFTER_ITS_OPERATOR("directed", 1, 1),
    MARK_ARRIVES_AFTER_ANOTHER_LABEL("directed", 1, 1),
    POD_REPLACED_UNSEEN("directed", 1, 1);

    private final String place;
    private final int subjects;
    private final int seconds;

    CampaignFault(String place, int subjects, int seconds) {
        this.place = place;
        this.subjects = subjects;
        this.seconds = seconds;
    }

    /** All that happen by chance; the others are step by step what chance brings about too seldom. */
    static List<CampaignFault> usual() {
        return Stream.of(values()).filter(fault -> !fault.isDirected()).toList();
    }

    static List<CampaignFault> directed() {
        return Stream.of(values()).filter(CampaignFault::isDirected).toList();
    }

    private boolean isDirected() {
        return place.equals("directed");
    }

    /** How many things it may be done to. */
    int subjects() {
        return subjects;
    }

    /** The longest that it lasts. */
    int seconds() {
        return seconds;
    }

    boolean isOfOperators() {
        return place.startsWith("operator");
    }

    /** One thing that has one fault at a time. */
    String placeOf(int subject) {
        return place + " " + subject;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
