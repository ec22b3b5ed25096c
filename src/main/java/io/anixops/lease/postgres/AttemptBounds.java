package io.anixops.lease.postgres;

import java.time.Duration;

/**
 * How long one call may take.
 *
 * <p>Between a renewal that was missed, a third of the ttl after the last one, and the end of trust, two thirds after
 * it, there is room for an attempt that fails, a new connection, and a second attempt.
 *
 * @param reply how long the client waits for the server
 * @param lock how long the server waits for a row; shorter, so that a statement which the client gave up does not begin
 *     a term later
 */
record AttemptBounds(Duration reply, Duration lock) {
    private static final Duration LEAST = Duration.ofMillis(200);
    private static final Duration MOST = Duration.ofSeconds(5);

    /** For a call that no term depends on. */
    static final AttemptBounds USUAL = ofReply(Duration.ofSeconds(2));

    /** For a call that a term of this ttl depends on. */
    static AttemptBounds forTtl(Duration ttl) {
        var share = ttl.dividedBy(16);
        return ofReply(share.compareTo(LEAST) < 0 ? LEAST : share.compareTo(MOST) > 0 ? MOST : share);
    }

    /** A shorter wait for rows, where several are waited for one after another. */
    AttemptBounds withLockDividedBy(int parts) {
        return new AttemptBounds(reply, lock.dividedBy(parts));
    }

    int replyMillis() {
        return (int) reply.toMillis();
    }

    String lockSetting() {
        return lock.toMillis() + "ms";
    }

    private static AttemptBounds ofReply(Duration reply) {
        return new AttemptBounds(reply, reply.dividedBy(2));
    }
}
