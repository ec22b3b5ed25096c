package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.List;

/** Times of one kind, told as p50, p95, p99 and the longest. */
record Percentiles(List<Duration> sorted) {
    static Percentiles of(List<Duration> times) {
        return new Percentiles(times.stream().sorted().toList());
    }

    @Override
    public String toString() {
        return "p50 %s, p95 %s, p99 %s, max %s".formatted(at(50), at(95), at(99), at(100));
    }

    /** The smallest time that so many percent do not exceed. */
    private String at(int percent) {
        int rank = Math.max(1, (sorted.size() * percent + 99) / 100);
        return Measured.seconds(sorted.get(rank - 1));
    }
}
