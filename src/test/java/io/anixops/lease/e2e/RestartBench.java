package io.anixops.lease.e2e;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/** How soon an operator that starts with so many leases there acts on them, and that it leaves alone what is right already. */
final class RestartBench {
    private final BenchedOperator.Place place;
    private final int size;
    private final BiConsumer<String, String> note;

    RestartBench(BenchedOperator.Place place, int size, BiConsumer<String, String> note) {
        this.place = place;
        this.size = size;
        this.note = note;
    }

    void run(Population crowd) {
        var log = AuditLog.of(place.plane());
        var from = Instant.now();
        try (var operator = place.start();
                var watch = LeaderWatch.everywhere(place.plane().client())) {
            note.accept("restart: until ready", Measured.seconds(operator.untilReady()));
            Eventually.until("the leaders are seen", () -> watch.lastChanges().size() == size);
            var podWrites = log.writes(from, Instant.now(), "pods");
            note.accept("restart: pod writes until then", Long.toString(podWrites));
            note.accept("restart: from a leader's deletion then to the next one", untilNext(crowd, watch));
            operator.awaitHoldings(size);
            Steady.pass(BenchedOperator.QUIET);
            var statusWrites = log.writes(from, Instant.now(), "databaseleases");
            note.accept("restart: status writes until 10 s after", Long.toString(statusWrites));
            note.accept("restart: RSS", operator.usage().resident());
            note.accept(
                    "restart: processor time", Measured.seconds(operator.usage().processor()));
        }
    }

    private static String untilNext(Population crowd, LeaderWatch watch) {
        var lease = watch.lastChanges().keySet().iterator().next();
        var leader = watch.latest(lease).orElseThrow().pod();
        var began = System.nanoTime();
        crowd.kill(leader.name());
        Eventually.until("another leads", () -> next(watch, lease, leader).isPresent());
        return Measured.seconds(
                Duration.ofNanos(next(watch, lease, leader).orElseThrow().nanos() - began));
    }

    private static Optional<LeaderWatch.Change> next(LeaderWatch watch, String lease, Leader former) {
        return watch.latest(lease).filter(change -> !change.pod().equals(former));
    }
}
