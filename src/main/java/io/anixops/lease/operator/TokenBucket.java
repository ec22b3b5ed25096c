package io.anixops.lease.operator;

import java.time.Duration;

/** Lets a burst through, and after it one each period. For one thread at a time. */
final class TokenBucket {
    private final int most;
    private final long period;
    private int left;
    private long filledAt;

    TokenBucket(int most, Duration period, long now) {
        this.most = most;
        this.period = period.toNanos();
        this.left = most;
        this.filledAt = now;
    }

    boolean hasOne(long now) {
        refill(now);
        return left > 0;
    }

    boolean take(long now) {
        if (!hasOne(now)) {
            return false;
        }
        left--;
        return true;
    }

    /** Takes one that is not there yet, where need be: whoever asks next waits the longer. */
    void owe(long now) {
        refill(now);
        left--;
    }

    boolean hasMoreThan(int some, long now) {
        refill(now);
        return left > some;
    }

    /** When all that was taken, and was not there yet, will have come. */
    Duration untilPaid(long now) {
        refill(now);
        return left >= 0 ? Duration.ZERO : Duration.ofNanos(filledAt - now - left * period);
    }

    private void refill(long now) {
        var periods = (now - filledAt) / period;
        if (periods <= 0) {
            return;
        }
        left = (int) Math.min(most, left + periods);
        filledAt = left == most ? now : filledAt + periods * period;
    }
}
