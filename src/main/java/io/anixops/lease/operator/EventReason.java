package io.anixops.lease.operator;

/** What Events on a resource tell of: the machine-readable word, its type and what it means, spelled once. */
enum EventReason {
    LEADER_ELECTED("LeaderElected", Type.NORMAL, "a pod here leads, and nobody led here before it, or it leads anew"),
    HANDED_OVER("HandedOver", Type.NORMAL, "leadership moved from one pod here to another"),
    TAKEN_OVER("TakenOver", Type.NORMAL, "somebody else has it now: another cluster, or a process that nobody knows"),
    LEASE_LOST(
            "LeaseLost", Type.WARNING, "no pod here leads any more, though one did; Normal where that was asked for"),
    NO_CANDIDATE("NoCandidate", Type.WARNING, "no pod that the selector names can lead"),
    CANDIDATE_REFUSED(
            "CandidateRefused", Type.WARNING, "a selected pod can never lead: its name is too long for a holder id"),
    CONFLICT("Conflict", Type.WARNING, "an older DatabaseLease has the same row"),
    NOT_PERMITTED("NotPermitted", Type.WARNING, "the administrator does not permit this row"),
    INVALID_SPEC("InvalidSpec", Type.WARNING, "the spec asks for what cannot be"),
    TOKEN_REGRESSED(
            "TokenRegressed",
            Type.WARNING,
            "the row's token is below one that a pod bears, as after a restored backup"),
    STEPPED_DOWN("SteppedDown", Type.NORMAL, "the leader was asked to step down"),
    KEYS_CORRECTED("KeysCorrected", Type.WARNING, "our keys on a pod were not as we left them, and were set right"),
    DATABASE_UNREACHABLE("DatabaseUnreachable", Type.WARNING, "the database does not answer, or not as it should"),
    DATABASE_REACHABLE("DatabaseReachable", Type.NORMAL, "the database answers again");

    /** Kubernetes knows these two. */
    enum Type {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    private final String text;
    private final Type type;
    private final String meaning;

    EventReason(String text, Type type, String meaning) {
        this.text = text;
        this.type = type;
        this.meaning = meaning;
    }

    String text() {
        return text;
    }

    Type type() {
        return type;
    }

    String meaning() {
        return meaning;
    }

    boolean isWarning() {
        return type == Type.WARNING;
    }
}
