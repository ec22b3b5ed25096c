package io.anixops.lease.operator.decision;

/** Why a condition is as it is: the machine-readable word in status and what it means, spelled once. */
public enum Reason {
    LEADER_HERE("LeaderHere", "a pod here leads and bears the label"),
    LEADER_ELSEWHERE("LeaderElsewhere", "a pod of another cluster leads, and no pod here bears the label"),
    HOLDER_UNKNOWN("HolderUnknown", "somebody has the row whom no candidate here answers to"),
    NO_CANDIDATE("NoCandidate", "no pod that the selector names can lead"),
    LABEL_PENDING("LabelPending", "the lease is held, and the label could not be written yet"),
    SUSPENDED("Suspended", "spec.suspend is true"),
    CONFLICT("Conflict", "an older DatabaseLease here has the same row"),
    NOT_PERMITTED("NotPermitted", "the administrator does not permit this row to this namespace"),
    INVALID_SPEC("InvalidSpec", "the spec asks for what cannot be, as only the operator can see"),
    TOKEN_REGRESSED("TokenRegressed", "the row's token is below one that a pod bears"),
    DATABASE_UNREACHABLE("DatabaseUnreachable", "no connection, no answer in time, or a refused login"),
    DATABASE_READ_ONLY("DatabaseReadOnly", "the server takes no writes"),
    DATABASE_STORAGE("DatabaseStorage", "the server is out of disk, memory or connections"),
    SCHEMA_MISSING("SchemaMissing", "the table is not there, or not for this role"),
    SCHEMA_TOO_NEW("SchemaTooNew", "the table belongs to a newer version of this software"),
    REACHABLE("Reachable", "the database answers");

    private final String text;
    private final String meaning;

    Reason(String text, String meaning) {
        this.text = text;
        this.meaning = meaning;
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

    /** For the reference. */
    public String meaning() {
        return meaning;
    }
}
