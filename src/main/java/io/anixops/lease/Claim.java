package io.anixops.lease;

import java.time.Duration;

/**
 * Who wants a lease, and for how long.
 *
 * @param renewer the process that will renew it: the holder itself, or an operator on its behalf
 * @param seen the highest token that the caller knows to have been given out; a new term's token is above it. 0 when
 *     nothing is known
 */
public record Claim(LeaseName name, HolderId holder, HolderId renewer, Duration ttl, HolderInfo holderInfo, long seen) {
    public Claim {
        Timing.requireTtl(ttl);
        if (seen < 0) {
            throw new IllegalArgumentException("seen token %d must not be negative".formatted(seen));
        }
    }

    /** A claim of a process that renews its lease itself. */
    public static Claim ofOwn(LeaseName name, HolderId holder, Duration ttl, HolderInfo holderInfo) {
        return new Claim(name, holder, holder, ttl, holderInfo, 0);
    }
}
