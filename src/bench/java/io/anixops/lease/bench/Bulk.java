package io.anixops.lease.bench;

import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.bench.Meter.Reading;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Ten thousand leases of one process, renewed: one by one, as a batch of JDBC, and as this project does. */
final class Bulk {
    static final int LEASES = 10_000;
    private static final int WARM_UP = 2;

    private final Report report;
    private final int cycles;

    Bulk(Report report, int cycles) {
        this.report = report;
        this.cycles = cycles;
    }

    void run(Arena arena) {
        var terms = take(arena);
        var store = arena.store();
        Map<String, Runnable> ways = new LinkedHashMap<>();
        ways.put("ours", () -> renewed(store.renew(terms), terms.size()));
        ways.put("one by one", () -> terms.forEach(term -> renewed(store.renew(List.of(term)), 1)));
        ways.put("JDBC batch of single updates", () -> batch(arena, terms));

        report.title("renewing %,d leases once".formatted(LEASES));
        report.text("%d turns each, one after the other, and first %d to warm up.\n".formatted(cycles, WARM_UP));
        report.table("way", "milliseconds", "theirs to ours", "server CPU ms", "WAL KB", "ids");
        var turns = measure(arena.meter(), ways);
        var ours = millis(turns.getOrDefault("ours", List.of()));
        turns.forEach((name, theirs) -> tell(name, theirs, Spread.ofRatios(millis(theirs), ours)));
        report.text("\nUpdates that left the index alone (HOT), by ours alone: %s"
                .formatted(hotShare(arena, ways.getOrDefault("ours", () -> {}))));
    }

    private Map<String, List<Turn>> measure(Meter meter, Map<String, Runnable> ways) {
        Map<String, List<Turn>> turns = new LinkedHashMap<>();
        for (var cycle = -WARM_UP; cycle < cycles; cycle++) {
            for (var way : ways.entrySet()) {
                var before = meter.read();
                var began = System.nanoTime();
                way.getValue().run();
                var turn = new Turn(
                        1, (System.nanoTime() - began) / 1e9, meter.read().since(before));
                if (cycle >= 0) {
                    turns.computeIfAbsent(way.getKey(), key -> new ArrayList<>())
                            .add(turn);
                }
            }
        }
        return turns;
    }

    private static List<Double> millis(List<Turn> turns) {
        return turns.stream().map(turn -> turn.seconds() * 1e3).toList();
    }

    private void tell(String name, List<Turn> turns, Spread ratio) {
        report.row(
                name,
                Spread.of(millis(turns)).rate(),
                ratio.ratio(),
                "%.0f".formatted(Turn.costOfOne(turns, Reading::cpuNanos) / 1e6),
                "%,.0f".formatted(Turn.costOfOne(turns, Reading::walBytes) / 1e3),
                "%,.0f".formatted(Turn.costOfOne(turns, Reading::ids)));
        if (!name.equals("ours")) {
            report.ratio("renew %d".formatted(LEASES), name, 0, ratio);
        }
    }

    /** Rows that a transaction of all of them has spread stay where each has room for its next version. */
    private String hotShare(Arena arena, Runnable ours) {
        arena.renewSessions();
        var before = Updates.of(arena, "database_lease");
        IntStream.range(0, cycles).forEach(i -> ours.run());
        arena.renewSessions();
        return Updates.of(arena, "database_lease").since(before).told();
    }

    static List<RenewalRequest> take(Arena arena) {
        var store = arena.store();
        var holder = HolderId.of("bulk-12345678");
        return IntStream.range(0, LEASES)
                .mapToObj(i -> Claim.ofOwn(LeaseName.of("bulk/" + i), holder, Ours.TTL, HolderInfo.UNKNOWN))
                .map(claim -> store.tryAcquire(claim).match(io.anixops.lease.Attempt.Held::term, denied -> {
                    throw new IllegalStateException("not acquired: " + denied);
                }))
                .map((Term term) -> new RenewalRequest(term, Ours.TTL))
                .toList();
    }

    static void renewed(Map<LeaseName, Renewal> answers, int expected) {
        var count = answers.values().stream()
                .filter(Renewal.Renewed.class::isInstance)
                .count();
        Expect.that(count == expected, "some were not renewed", count, expected);
    }

    /** What one would write by hand. */
    private static void batch(Arena arena, List<RenewalRequest> terms) {
        Sql.on(arena.pool(), connection -> {
            try (var update = connection.prepareStatement(
                    "UPDATE database_lease SET expires_at = greatest(expires_at, now() + interval '1 h'), renewed_at = now() WHERE name = ? AND holder = ? AND token = ? AND expires_at > now()")) {
                for (var request : terms) {
                    update.setString(1, request.term().name().value());
                    update.setString(2, request.term().holder().value());
                    update.setLong(3, request.term().token());
                    update.addBatch();
                }
                var done = IntStream.of(update.executeBatch()).sum();
                Expect.that(done == terms.size(), "some were not renewed", done);
                return done;
            }
        });
    }
}
