package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Many measured times of one kind, sorted; told as p50, p95, p99 and the longest, in seconds. */
record Percentiles(List<Duration> sorted) {
    static Percentiles of(List<Duration> times) {
        return new Percentiles(times.stream().sorted().toList());
    }

    @Override
    public String toString() {
        return "p50 %s, p95 %s, p99 %s, max %s".formatted(seconds(50), seconds(95), seconds(99), seconds(100));
    }

    /** In milliseconds, each less this. */
    String inMillisBeyond(Duration base) {
        return "p50 %s, p95 %s, p99 %s, max %s"
                .formatted(millis(50, base), millis(95, base), millis(99, base), millis(100, base));
    }

    /** The smallest time that so many percent do not exceed. */
    Duration at(int percent) {
        int rank = Math.max(1, (sorted.size() * percent + 99) / 100);
        return sorted.get(rank - 1);
    }

    private String seconds(int percent) {
        return Measured.seconds(at(percent));
    }

    private String millis(int percent, Duration base) {
        return String.format(Locale.ROOT, "%.1f ms", at(percent).minus(base).toNanos() / 1e6);
    }
}
