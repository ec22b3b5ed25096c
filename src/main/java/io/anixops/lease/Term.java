package io.anixops.lease;

/**
 * One unbroken time of holding a lease. Renewal, hand-over and release match all four parts, so that an older handle of
 * the same holder, or a former renewer, can do nothing to it.
 */
public record Term(LeaseName name, HolderId holder, long token, HolderId renewer) {
    public Term {
        if (token <= 0) {
            throw new IllegalArgumentException("token %d of lease %s must be positive".formatted(token, name));
        }
    }
}
