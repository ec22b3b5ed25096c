package io.anixops.lease;

import java.time.Duration;

/**
 * One lease of a batch of renewals: the term to go on, and the ttl to go on for.
 *
 * @param renewer who renews from now on; another than the term's takes the running term over, and the former renewer can
 *     do nothing to it any more
 */
public record RenewalRequest(Term term, Duration ttl, HolderId renewer) {
    public RenewalRequest {
        Timing.requireTtl(ttl);
    }

    /** A renewal by the one that renewed before. */
    public RenewalRequest(Term term, Duration ttl) {
        this(term, ttl, term.renewer());
    }
}
