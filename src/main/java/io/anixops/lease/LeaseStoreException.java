package io.anixops.lease;

/** The store did not answer, or could not do what was asked. What was asked may still have been, or be, carried out. */
public final class LeaseStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    public LeaseStoreException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public LeaseStoreException(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }

    /** What an administrator would look at. */
    public enum Kind {
        /** No connection, no answer in time, or the connection broke. */
        UNREACHABLE,
        /** The server takes no writes: a standby, or set read-only. */
        READ_ONLY,
        /** The server is out of disk, memory or connections. */
        STORAGE,
        /** The row stayed locked by somebody for longer than an attempt may wait. */
        LOCKED,
        /** The lease table is not there, or not for this role. */
        SCHEMA_MISSING,
        /** The lease table belongs to a newer version of this software. */
        SCHEMA_TOO_NEW,
        /** The server refused the statement for another reason; the message has it. */
        REFUSED
    }
}
