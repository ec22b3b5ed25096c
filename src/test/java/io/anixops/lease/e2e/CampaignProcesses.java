package io.anixops.lease.e2e;

import io.anixops.lease.e2e.Happening.Kind;
import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The library's processes of a {@link Campaign}, each with a network of its own, and what they told of themselves. */
final class CampaignProcesses implements AutoCloseable {
    private final TestPostgres.Database database;
    private final int ttlSeconds;
    private final List<String> leases;
    private final CampaignRig rig;
    private final List<Slot> slots;
    private final Queue<Happening> ours = new ConcurrentLinkedQueue<>();
    private final Queue<Path> logs = new ConcurrentLinkedQueue<>();

    CampaignProcesses(TestPostgres.Database database, int ttlSeconds, List<String> leases, CampaignRig rig) {
        this.database = database;
        this.ttlSeconds = ttlSeconds;
        this.leases = leases;
        this.rig = rig;
        slots = IntStream.range(0, CampaignPlan.WORKERS).mapToObj(Slot::new).toList();
        slots.forEach(Slot::start);
    }

    TcpProxy network(int worker) {
        return slots.get(worker).network;
    }

    /** Kills it; it is started again, as another process, when the fault ends. */
    Runnable kill(int worker) {
        slots.get(worker).kill();
        return slots.get(worker)::start;
    }

    Runnable terminate(int worker) {
        slots.get(worker).terminate();
        return slots.get(worker)::start;
    }

    Runnable pause(int worker) {
        var slot = slots.get(worker);
        slot.note(Kind.PAUSED);
        slot.child.pause();
        return () -> {
            slot.note(Kind.RESUMED); // before it goes on, which may be sooner than this would be noted
            slot.child.resume();
        };
    }

    /** For how many leases the process that runs in its place has begun to work. */
    long startedBy(int worker) {
        return read(slots.get(worker).child.log())
                .filter(one -> one.kind() == Kind.STARTS)
                .map(Happening::lease)
                .distinct()
                .count();
    }

    List<Happening> happenings() {
        return Stream.concat(ours.stream(), logs.stream().flatMap(CampaignProcesses::read))
                .toList();
    }

    private static Stream<Happening> read(Path log) {
        try {
            return Files.readAllLines(log).stream()
                    .filter(line ->
                            line.matches("[0-9.]+ worker-\\S+ [a-z]+ \\S+ token=\\d+ since=[0-9.]+")) // not cut off
                    .map(line -> HistoryText.happening(line.split(" ")));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        slots.forEach(Slot::close);
    }

    private final class Slot {
        private final int number;
        private final TcpProxy network = TcpProxy.to(database.port());
        private int runs;
        private String name = "";
        private Child child;

        Slot(int number) {
            this.number = number;
        }

        void start() {
            name = "worker-%d.%d".formatted(number, ++runs);
            var log = Folders.logs(name).resolve("worker.log");
            logs.add(log);
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx96m",
                    "-cp",
                    rig.classPath(),
                    CampaignWorker.class.getName(),
                    name,
                    database.jdbcUrl().replace(":" + database.port() + "/", ":" + network.port() + "/"),
                    Integer.toString(ttlSeconds),
                    Boolean.toString(rig.planted())));
            command.addAll(leases);
            child = Child.start(name, log, Map.of(), command);
        }

        void kill() {
            child.kill9();
            note(Kind.KILLED);
        }

        void terminate() {
            child.signal("TERM");
            child.awaitEnd(Eventually.LONG);
            note(Kind.KILLED);
        }

        void note(Kind kind) {
            var now = Instant.now();
            ours.add(new Happening(now, name, kind, "", 0, now));
        }

        void close() {
            child.close();
            note(Kind.KILLED);
            network.close();
        }
    }
}
