package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import javax.sql.DataSource;

/**
 * The library beside what a Java program on Kubernetes has today: Fabric8's {@code LeaderElector} on a Lease, with the times
 * that its documentation shows and with a fifth of them. Hand-overs are in turns; of the take-overs, which are waiting, all
 * four run at once.
 */
final class PeerHandovers implements AutoCloseable {
    private static final List<Duration> TTLS = List.of(Duration.ofSeconds(15), Duration.ofSeconds(3));
    private static final String OURS = "library, TTL %d s";
    private static final String THEIRS = "LeaderElector, %d s";
    private static final Duration LONGEST_WAIT =
            Duration.ofSeconds(5); // longer than any retry period, so that any moment of it is met

    private final Map<String, Contest<?>> contests = new LinkedHashMap<>();

    PeerHandovers(DataSource pool, KubernetesClient client) throws Exception {
        for (var ttl : TTLS) {
            var name = "beside-" + ttl.toSeconds();
            contests.put(OURS.formatted(ttl.toSeconds()), new Contest<>(() -> new LibraryRival(pool, name, ttl)));
            var settings = PeerRival.Settings.ofTtl(name, ttl);
            contests.put(THEIRS.formatted(ttl.toSeconds()), new Contest<>(() -> new PeerRival(client, settings)));
        }
    }

    void handOvers(int turns) throws Exception {
        Map<String, List<Duration>> times = new LinkedHashMap<>();
        for (int i = 0; i < turns; i++) {
            Steady.pass(
                    Contest.SHORTEST_TERM.plusNanos(ThreadLocalRandom.current().nextLong(LONGEST_WAIT.toNanos())));
            for (var one : contests.entrySet()) {
                note(times, one.getKey(), one.getValue().handOver());
            }
        }
        tell("hand-over", times);
    }

    void takeOvers(int turns) throws Exception {
        Map<String, List<Duration>> times = new LinkedHashMap<>();
        contests.keySet().forEach(name -> times.put(name, new ArrayList<>()));
        var threads = Executors.newFixedThreadPool(contests.size());
        for (int i = 0; i < turns; i++) {
            List<Callable<Object>> all = contests.entrySet().stream()
                    .<Callable<Object>>map(one ->
                            () -> times.get(one.getKey()).add(one.getValue().takeOver()))
                    .toList();
            for (var one : threads.invokeAll(all)) {
                one.get();
            }
        }
        threads.shutdown();
        tell("take-over", times);
    }

    private static void note(Map<String, List<Duration>> times, String name, Duration time) {
        times.computeIfAbsent(name, key -> new ArrayList<>()).add(time);
    }

    private static void tell(String what, Map<String, List<Duration>> times) {
        times.forEach((name, all) ->
                System.out.printf("| %s, %s | %d | %s |%n", what, name, all.size(), cells(Percentiles.of(all))));
        for (var ttl : TTLS) {
            var ours =
                    Percentiles.of(times.get(OURS.formatted(ttl.toSeconds()))).at(50);
            var theirs =
                    Percentiles.of(times.get(THEIRS.formatted(ttl.toSeconds()))).at(50);
            System.out.printf(
                    Locale.ROOT,
                    "RATIO %s-%ds %.2f%n",
                    what,
                    ttl.toSeconds(),
                    (double) theirs.toNanos() / ours.toNanos());
        }
    }

    private static String cells(Percentiles times) {
        return "%s | %s | %s"
                .formatted(
                        Measured.seconds(times.at(50)),
                        Measured.seconds(times.at(99)),
                        Measured.seconds(times.at(100)));
    }

    @Override
    public void close() {
        contests.values().forEach(Contest::close);
    }
}
