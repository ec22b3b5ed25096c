package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Two processes of the library that want the same leases, each with a network of its own. */
final class SoakWorkers implements AutoCloseable {
    /** Of both together. */
    static final int LEASES = 300;

    private static final int PROCESSES = 2;

    private final List<Worker> all;

    private record Worker(TcpProxy network, Child child) {}

    SoakWorkers(TestPostgres.Database database, boolean leak) {
        all = IntStream.range(0, PROCESSES)
                .mapToObj(i -> start("worker-" + i, database, leak && i == 0))
                .toList();
    }

    private static Worker start(String name, TestPostgres.Database database, boolean leak) {
        var network = TcpProxy.to(database.port());
        var command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                SoakWorker.class.getName(),
                database.jdbcUrl().replace(":" + database.port() + "/", ":" + network.port() + "/"),
                Integer.toString(LEASES),
                Boolean.toString(leak));
        var log = Folders.logs(name).resolve("worker.log");
        return new Worker(network, Child.start(name, log, Map.of(), command));
    }

    TcpProxy network(int number) {
        return all.get(number % PROCESSES).network();
    }

    List<Long> pids() {
        return all.stream().map(worker -> worker.child().pid()).toList();
    }

    /** Of all processes. */
    long sum(ToLongFunction<ProcessUsage> part) {
        return pids().stream().map(ProcessUsage::of).mapToLong(part).sum();
    }

    boolean areAlive() {
        return all.stream().allMatch(worker -> worker.child().isAlive());
    }

    @Override
    public void close() {
        all.forEach(worker -> {
            worker.child().close();
            worker.network().close();
        });
    }
}
