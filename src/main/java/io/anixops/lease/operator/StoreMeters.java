package io.anixops.lease.operator;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What is measured of the database; every series is there from the start, so that the first failure is a change. */
final class StoreMeters {
    private static final String RENEWED = "renewed";
    private static final String LOST = "lost";
    private static final String FAILED = "failed";

    private final Map<StoreCall, Timer> timers;
    private final Map<StoreCall, Map<Kind, Counter>> failures;
    private final Map<String, Counter> renewals;
    private final DistributionSummary batch;

    StoreMeters(Meters meters) {
        timers = each(StoreCall.values(), call -> meters.timer(Metric.STORE_CALLS, call.tag()));
        failures = each(
                StoreCall.values(),
                call -> each(
                        Kind.values(),
                        kind -> meters.counter(
                                Metric.STORE_FAILURES, call.tag(), kind.name().toLowerCase(Locale.ROOT))));
        renewals = Stream.of(RENEWED, LOST, FAILED)
                .collect(toUnmodifiableMap(identity(), result -> meters.counter(Metric.RENEWALS, result)));
        batch = meters.summary(Metric.RENEWAL_BATCH);
    }

    void took(StoreCall call, long nanos) {
        of(timers, call).record(nanos, TimeUnit.NANOSECONDS);
    }

    void failed(StoreCall call, Kind kind) {
        of(of(failures, call), kind).increment();
    }

    void batch(int size) {
        batch.record(size);
    }

    /** A renewal that fails is an answer to the caller, and a failure here. */
    void renewal(Renewal renewal) {
        of(renewals, renewal.match(renewed -> RENEWED, lost -> LOST, failed -> {
                    failed(StoreCall.RENEW, failed.cause().kind());
                    return FAILED;
                }))
                .increment();
    }

    private static <K, V> Map<K, V> each(K[] keys, java.util.function.Function<K, V> value) {
        return Arrays.stream(keys).collect(toUnmodifiableMap(identity(), value));
    }

    private static <K, V> V of(Map<K, V> map, K key) {
        return Objects.requireNonNull(map.get(key));
    }
}
