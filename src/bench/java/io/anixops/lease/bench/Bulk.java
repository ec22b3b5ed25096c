package io.anixops.lease.bench;

import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Ten thousand leases of one process, renewed: one by one, as a batch of JDBC, and as this project does. */
final class Bulk {
    static final int LEASES = 10_000;

    private static final String UPDATES =
            "SELECT round(100.0 * n_tup_hot_upd / greatest(n_tup_upd, 1), 1) FROM pg_stat_user_tables WHERE relname = 'database_lease'";

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

        ways.values().forEach(Runnable::run); // the rows spread over the pages until each has room for its next version
        Sql.execute(arena.pool(), "SELECT pg_stat_reset_single_table_counters('database_lease'::regclass)");
        Map<String, List<Double>> millis = new LinkedHashMap<>();
        for (var cycle = 0; cycle < cycles; cycle++) {
            ways.forEach((name, way) -> {
                var began = System.nanoTime();
                way.run();
                millis.computeIfAbsent(name, key -> new ArrayList<>()).add((System.nanoTime() - began) / 1e6);
            });
        }
        tell(millis);
        report.text("\nUpdates that left the index alone (HOT): %s %%".formatted(Sql.query(arena.pool(), UPDATES)));
    }

    private void tell(Map<String, List<Double>> millis) {
        report.title("renewing %,d leases once, %d cycles".formatted(LEASES, cycles));
        report.table("way", "milliseconds", "theirs to ours (quartiles)");
        var ours = millis.getOrDefault("ours", List.of());
        millis.forEach((name, theirs) -> {
            var ratio = Spread.ofRatios(theirs, ours);
            report.row(name, Spread.of(theirs).rate(), ratio.ratio());
            if (!name.equals("ours")) {
                report.ratio("renew 10000/" + name, ratio.median());
            }
        });
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
