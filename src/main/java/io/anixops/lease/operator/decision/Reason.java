package io.anixops.lease.operator.decision;

/** Why a condition is as it is: the machine-readable word in status, spelled once. */
public enum Reason {
    LEADER_HERE("LeaderHere"),
    LEADER_ELSEWHERE("LeaderElsewhere"),
    HOLDER_UNKNOWN("HolderUnknown"),
    NO_CANDIDATE("NoCandidate"),
    LABEL_PENDING("LabelPending"),
    SUSPENDED("Suspended"),
    CONFLICT("Conflict"),
    NOT_PERMITTED("NotPermitted"),
    INVALID_SPEC("InvalidSpec"),
    TOKEN_REGRESSED("TokenRegressed"),
    DATABASE_UNREACHABLE("DatabaseUnreachable"),
    DATABASE_READ_ONLY("DatabaseReadOnly"),
    DATABASE_STORAGE("DatabaseStorage"),
    SCHEMA_MISSING("SchemaMissing"),
    SCHEMA_TOO_NEW("SchemaTooNew"),
    REACHABLE("Reachable");

    private final String text;

    Reason(String text) {
        this.text = text;
    }

    /** Whether the database did not answer, or not as it should. */
    public boolean isOfDatabase() {
        return switch (this) {
            case DATABASE_UNREACHABLE, DATABASE_READ_ONLY, DATABASE_STORAGE, SCHEMA_MISSING, SCHEMA_TOO_NEW -> true;
            default -> false;
        };
    }

    /** Whether it says that somebody leads, and that the labels are as they should be. */
    public boolean isOfLeader() {
        return this == LEADER_HERE || this == LEADER_ELSEWHERE;
    }

    public String text() {
        return text;
    }
}
