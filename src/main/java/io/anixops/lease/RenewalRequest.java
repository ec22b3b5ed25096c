package io.anixops.lease;

import java.time.Duration;

/** One lease of a batch of renewals: the term to go on, and the ttl to go on for. */
public record RenewalRequest(Term term, Duration ttl) {
    public RenewalRequest {
        Timing.requireTtl(ttl);
    }
}
