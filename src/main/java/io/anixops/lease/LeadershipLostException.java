package io.anixops.lease;

/** A step was about to be done by a process that does not lead any more. */
public final class LeadershipLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LeadershipLostException(Term term) {
        super("lease %s is no longer led under token %d".formatted(term.name(), term.token()));
    }
}
