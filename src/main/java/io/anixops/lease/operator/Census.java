package io.anixops.lease.operator;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How things stand with all leases together, counted once for all the series that one scrape asks for. */
final class Census {
    /** The reason of a resource that nobody has looked at yet. */
    static final String UNSEEN = "None";

    static final List<String> OF_DATABASE = Arrays.stream(Reason.values())
            .filter(Reason::isOfDatabase)
            .map(Reason::text)
            .toList();

    private static final Duration FRESH = Duration.ofMillis(500);

    private final LeaseCache cache;
    private final TermBook terms;
    private final BooleanSupplier works;
    private final LongSupplier nanos;
    private @Nullable Count last;
    private long countedAt;

    /** @param works whether the terms that this process knows are all that there are in this cluster */
    Census(LeaseCache cache, TermBook terms, BooleanSupplier works, LongSupplier nanos) {
        this.cache = cache;
        this.terms = terms;
        this.works = works;
        this.nanos = nanos;
    }

    /** Every reason that the condition Ready can have, with the status that it stands for. */
    static Map<String, String> readiness() {
        Map<String, String> all = new LinkedHashMap<>();
        Arrays.stream(Reason.values())
                .filter(reason -> reason != Reason.REACHABLE)
                .forEach(reason -> all.put(reason.text(), reason.isOfLeader() ? "true" : "false"));
        all.put(UNSEEN, "false");
        return all;
    }

    synchronized Count now() {
        var now = nanos.getAsLong();
        if (last == null || now - countedAt > FRESH.toNanos()) {
            last = count(now);
            countedAt = now;
        }
        return last;
    }

    private Count count(long now) {
        var all = cache.all().toList();
        return new Count(
                by(all, Census::reason),
                by(
                        all,
                        resource -> condition(resource, Conditions.DATABASE_REACHABLE)
                                .filter(reachable -> reachable.getStatus().equals(Conditions.FALSE))
                                .map(Condition::getReason)
                                .stream()),
                works.getAsBoolean() ? by(all, resource -> astray(resource, now).stream()) : Map.of());
    }

    private static <T> Map<T, Long> by(List<DatabaseLease> all, Function<DatabaseLease, Stream<T>> what) {
        return all.stream().flatMap(what).collect(groupingBy(one -> one, counting()));
    }

    private Optional<Astray> astray(DatabaseLease resource, long now) {
        var id = ResourceID.fromResource(resource);
        var keys = new Keys(id.getName());
        var leader = terms.labelled(id)
                .filter(term -> !term.retracted() && term.trust().isOpenAt(now))
                .map(LabelledTerm::target);
        return Astray.judge(
                leader,
                cache.bearing(id.getNamespace().orElseThrow(), keys).stream()
                        .filter(keys::marksLeader)
                        .toList());
    }

    private static Stream<String> reason(DatabaseLease resource) {
        return Stream.of(
                condition(resource, Conditions.READY).map(Condition::getReason).orElse(UNSEEN));
    }

    private static Optional<Condition> condition(DatabaseLease resource, String type) {
        return Optional.ofNullable(resource.getStatus()).flatMap(status -> Conditions.find(status.conditions(), type));
    }

    /** What was counted at one moment. */
    record Count(Map<String, Long> reasons, Map<String, Long> databases, Map<Astray, Long> labels) {
        long of(String reason) {
            return reasons.getOrDefault(reason, 0L);
        }

        long withoutDatabase(String reason) {
            return databases.getOrDefault(reason, 0L);
        }

        long astray(Astray what) {
            return labels.getOrDefault(what, 0L);
        }
    }
}
