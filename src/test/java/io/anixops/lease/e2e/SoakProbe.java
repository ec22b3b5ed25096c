package io.anixops.lease.e2e;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** Takes the samples of a soak, from outside of what is sampled. */
final class SoakProbe {
    private static final String CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE usename = 'app'";
    private static final String DEAD_ROWS = "SELECT sum(n_dead_tup) FROM pg_stat_user_tables";
    private static final String TABLES = "SELECT sum(pg_total_relation_size(relid)) / 1024 FROM pg_stat_user_tables";
    private static final String HELD =
            "SELECT count(*) FROM database_lease WHERE name LIKE 'jobs/%' AND expires_at > clock_timestamp()";

    private final SoakRig rig;
    private final Path folder;

    /** @param folder where the tables of the heaps are kept, the first and the last of each process */
    SoakProbe(SoakRig rig, Path folder) {
        this.rig = rig;
        this.folder = folder;
    }

    Map<SoakMeasure, Long> sample() throws SQLException {
        Map<SoakMeasure, Long> sample = new EnumMap<>(SoakMeasure.class);
        addOperator(sample);
        addWorkers(sample);
        sample.put(SoakMeasure.CONNECTIONS, ask(CONNECTIONS));
        sample.put(SoakMeasure.DEAD_ROWS, ask(DEAD_ROWS));
        sample.put(SoakMeasure.TABLES, ask(TABLES));
        sample.put(SoakMeasure.EVENTS, events());
        sample.put(SoakMeasure.LEASES_WITHOUT_LEADER, leasesWithoutLeader());
        sample.put(SoakMeasure.ROWS_WITHOUT_HOLDER, rowsWithoutHolder());
        rig.api().forget();
        return sample;
    }

    /** The heap first: what it collects, is not counted as files and threads of what is over. */
    private void addOperator(Map<SoakMeasure, Long> sample) {
        var operator = rig.operator();
        sample.put(SoakMeasure.OPERATOR_HEAP, heap("operator", operator.pid()));
        var usage = operator.usage();
        sample.put(SoakMeasure.OPERATOR_MEMORY, usage.residentKib());
        sample.put(SoakMeasure.OPERATOR_JVM_THREADS, operator.sum("jvm_threads_live_threads"));
        sample.put(SoakMeasure.OPERATOR_THREADS, usage.threads());
        sample.put(SoakMeasure.OPERATOR_FILES, usage.files());
    }

    private void addWorkers(Map<SoakMeasure, Long> sample) {
        var workers = rig.workers();
        var heap = workers.pids().stream()
                .mapToLong(pid -> heap("worker-" + pid, pid))
                .sum();
        sample.put(SoakMeasure.WORKERS_HEAP, heap);
        sample.put(SoakMeasure.WORKERS_MEMORY, workers.sum(ProcessUsage::residentKib));
        sample.put(SoakMeasure.WORKERS_THREADS, workers.sum(ProcessUsage::threads));
        sample.put(SoakMeasure.WORKERS_FILES, workers.sum(ProcessUsage::files));
    }

    private long heap(String name, long pid) {
        var histogram = ClassHistogram.of(pid);
        var first = folder.resolve(name + ".first.txt");
        Folders.write(first.toFile().exists() ? folder.resolve(name + ".last.txt") : first, histogram.table());
        return histogram.kib();
    }

    private long events() {
        return rig.plane()
                .client()
                .events()
                .v1()
                .events()
                .inAnyNamespace()
                .list()
                .getItems()
                .size();
    }

    long leasesWithoutLeader() {
        return rig.population().withoutLeader();
    }

    long rowsWithoutHolder() throws SQLException {
        return SoakWorkers.LEASES - ask(HELD);
    }

    private long ask(String sql) throws SQLException {
        try (var connection = rig.role().superuser().dataSource().getConnection();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
