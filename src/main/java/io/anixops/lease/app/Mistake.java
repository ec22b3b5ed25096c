package io.anixops.lease.app;

/**
 * Something that only the person who started the program can put right. The message is one sentence with the value and
 * the cure; it is all that this person gets to see.
 */
final class Mistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Mistake(String message) {
        super(message);
    }

    Mistake(String message, Throwable cause) {
        super(message, cause);
    }
}
