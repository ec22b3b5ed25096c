package io.anixops.lease.operator;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * How many Events one resource may have: a burst, and then a few an hour. The first warning of each kind is always let
 * through, so that a talkative resource hides none. For one thread at a time.
 */
final class EventLimits {
    private static final int BURST = 12;
    private static final Duration PERIOD = Duration.ofSeconds(30);
    private static final int MOST_RESOURCES = 4_096;

    private final Map<String, Allowance> byUid = new Lru<>(MOST_RESOURCES);

    private record Allowance(TokenBucket bucket, Set<EventReason> warned) {}

    boolean permits(String uid, EventReason reason, long now) {
        var allowance = byUid.computeIfAbsent(
                uid, key -> new Allowance(new TokenBucket(BURST, PERIOD, now), EnumSet.noneOf(EventReason.class)));
        var first = reason.isWarning() && allowance.warned().add(reason);
        return allowance.bucket().take(now) || first;
    }
}
