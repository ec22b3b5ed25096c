package io.anixops.lease.e2e;

import io.anixops.lease.e2e.Happening.Kind;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Two replicas of the operator, three processes of the library and ten leases, on a real control plane and a real
 * PostgreSQL, through all that a {@link CampaignPlan} does to them; {@code e2e/campaign} runs it. In the end everything
 * must be well again, and nothing may have been violated on the way.
 */
public final class Campaign {
    private static final int TTL_SECONDS = 6;
    private static final Duration SLACK = Duration.ofSeconds(2); // of a busy machine
    private static final String STEPS = """
            CREATE TABLE campaign_step (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, lease text NOT NULL,
              token bigint NOT NULL, worker text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp());
            GRANT INSERT ON campaign_step TO app
            """;

    private final String name;
    private final CampaignPlan plan;
    private final CampaignRig rig;

    private Campaign(String name, CampaignPlan plan, CampaignRig rig) {
        this.name = name;
        this.plan = plan;
        this.rig = rig;
    }

    static Campaign of(CampaignPlan plan) {
        return new Campaign(Long.toString(plan.seed()), plan, CampaignRig.SOUND);
    }

    /**
     * One that must be found out: its processes work on for a while when they must not, and another hand puts a second
     * label beside the right one.
     */
    static Campaign planted() {
        return new Campaign("planted", CampaignPlan.ofSilence(), CampaignRig.PLANTED);
    }

    /** One on a product with a slip in it: it must find that out, and ends as soon as it does. */
    static Campaign against(Mutant mutant, long seed, Duration length) {
        var plan = CampaignPlan.of(seed, length, List.of(mutant.under()));
        return new Campaign(mutant.text(), plan, CampaignRig.huntFor(mutant));
    }

    /** The faults that bring mutants to light, on the sound product. */
    static Campaign directed(long seed, Duration length) {
        var plan = CampaignPlan.of(seed, length, CampaignFault.directed());
        return new Campaign("directed", plan, CampaignRig.SOUND_HUNT);
    }

    /** Minutes and a seed, perhaps {@code directed}; or {@code planted}; or the file of a history, to judge it again. */
    public static void main(String[] args) throws Exception {
        if (args[0].equals("planted")) {
            end(planted());
        } else if (args.length == 1) {
            var violations = HistoryText.read(Files.readString(Path.of(args[0])))
                    .violations(Duration.ofSeconds(TTL_SECONDS), SLACK);
            violations.forEach(System.out::println);
            System.exit(violations.isEmpty() ? 0 : 1);
        }
        long seed = Long.parseLong(args[1]);
        var length = minutes(args[0]);
        end(args.length == 3 ? directed(seed, length) : of(CampaignPlan.of(seed, length)));
    }

    static Duration minutes(String number) {
        return Duration.ofMillis((long) (60_000 * Double.parseDouble(number)));
    }

    private static void end(Campaign campaign) throws SQLException {
        System.exit(campaign.run().isClean() ? 0 : 1); // the shared control plane ends with the JVM
    }

    CampaignReport run() throws SQLException {
        try (var servers = new CampaignServers()) {
            var database = servers.database();
            LeaseSchema.ensure(appSource(database), TableName.DEFAULT);
            rig.mutated().flatMap(Mutated::schema).ifPresent(servers.role()::asSuperuser);
            servers.role().asSuperuser(STEPS);
            var stage = Stage.on(new TestPostgres.Database(
                    database.jdbcUrl() + "?user=app", "app", database.name(), database.port(), database.dataSource()));
            return runOn(stage, servers);
        }
    }

    private CampaignReport runOn(Stage stage, CampaignServers servers) throws SQLException {
        var scene = stage.scene("campaign");
        var role = servers.role();
        try (var operators = new CampaignOperators(stage, rig);
                var cluster = new CampaignCluster(stage.plane(), scene, TTL_SECONDS, rig.hunt());
                var workers = new CampaignProcesses(stage.database(), TTL_SECONDS, leases(), rig)) {
            operators.awaitReady();
            awaitAllWell(cluster, role);
            var began = Instant.now();
            if (rig.planted()) {
                cluster.labelAnother(0);
            }
            var injections = new CampaignInjections(plan, new CampaignFaults(workers, operators, cluster, servers));
            injections.carryOut(() -> rig.hunt() && isAnythingViolated(stage, cluster, workers, role));
            var ended = Instant.now();
            List<String> violations =
                    new ArrayList<>(injections.endedEarly() ? List.of() : awaitAllWellAgain(cluster, operators, role));
            violations.addAll(scene.violations());
            workers.close();
            var history =
                    new History(stage.history().versions(), cluster.sightings(), told(workers, role, Instant.MAX));
            violations.addAll(history.violations(Duration.ofSeconds(TTL_SECONDS), SLACK));
            var distinct = violations.stream().distinct().toList(); // two have watched the pods
            var report =
                    new CampaignReport(plan, began, ended, history, labels(cluster), distinct, injections.notDone());
            keep(report);
            return report;
        } finally {
            scene.leave();
        }
    }

    /** By what was there a moment ago: what was told after that may not be written down by all. */
    private static boolean isAnythingViolated(
            Stage stage, CampaignCluster cluster, CampaignProcesses workers, OrdinaryRole role) {
        try {
            var until = Instant.now().minus(SLACK);
            var told = told(workers, role, until);
            var rows = stage.history().versions().stream()
                    .filter(row -> !row.writtenAt().isAfter(until))
                    .toList();
            var history = new History(rows, cluster.sightingsSoFar(), told);
            return !history.violations(Duration.ofSeconds(TTL_SECONDS), SLACK).isEmpty();
        } catch (SQLException silence) {
            return false; // the database is being maltreated: it is asked again
        }
    }

    private static List<Happening> told(CampaignProcesses workers, OrdinaryRole role, Instant until)
            throws SQLException {
        return Stream.concat(workers.happenings().stream(), steps(role).stream())
                .filter(one -> !one.at().isAfter(until))
                .toList();
    }

    private static List<String> leases() {
        return IntStream.range(0, CampaignPlan.LEASES)
                .mapToObj(i -> "jobs/" + i)
                .toList();
    }

    private static void awaitAllWell(CampaignCluster cluster, OrdinaryRole role) {
        for (int i = 0; i < CampaignPlan.LEASES; i++) {
            int number = i;
            Eventually.until(CampaignCluster.lease(i) + " is led", () -> cluster.isWell(number));
            Eventually.until("jobs/" + i + " is worked", () -> isWorked(role, "jobs/" + number));
        }
    }

    private static List<String> awaitAllWellAgain(
            CampaignCluster cluster, CampaignOperators operators, OrdinaryRole role) {
        try {
            awaitAllWell(cluster, role);
            return operators.gone().stream()
                    .map(one -> one + " ended by itself")
                    .toList();
        } catch (RuntimeException | AssertionError failed) {
            return List.of("not well again after all faults were over: " + failed.getMessage());
        }
    }

    private static boolean isWorked(OrdinaryRole role, String lease) throws SQLException {
        String sql =
                "SELECT count(*) FROM campaign_step WHERE lease = '%s' AND at > clock_timestamp() - interval '2 s'";
        try (var connection = role.superuser().dataSource().getConnection();
                var rows = connection.createStatement().executeQuery(sql.formatted(lease))) {
            rows.next();
            return rows.getInt(1) > 0;
        }
    }

    /** In the order in which the database carried them out. */
    private static List<Happening> steps(OrdinaryRole role) throws SQLException {
        List<Happening> steps = new ArrayList<>();
        try (var connection = role.superuser().dataSource().getConnection();
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT lease, token, worker, at FROM campaign_step ORDER BY at")) {
            while (rows.next()) {
                var at = rows.getObject("at", OffsetDateTime.class).toInstant();
                steps.add(new Happening(
                        at, rows.getString("worker"), Kind.WRITES, rows.getString("lease"), rows.getLong("token"), at));
            }
        }
        return steps;
    }

    private static List<LeaderWatch.Change> labels(CampaignCluster cluster) {
        return IntStream.range(0, CampaignPlan.LEASES)
                .mapToObj(cluster::changesOf)
                .flatMap(List::stream)
                .sorted(Comparator.comparing(LeaderWatch.Change::at))
                .toList();
    }

    private static DataSource appSource(TestPostgres.Database database) {
        var source = new PGSimpleDataSource();
        source.setUrl(database.jdbcUrl());
        source.setUser(database.user());
        return source;
    }

    /** For whoever wants to see what happened; a run that failed is looked into from here. */
    private void keep(CampaignReport report) {
        try {
            var folder = Files.createDirectories(Path.of("target", "campaign", name));
            Files.writeString(folder.resolve("report.txt"), report.text());
            Files.writeString(folder.resolve("timeline.svg"), report.svg());
            Files.writeString(folder.resolve("history.txt"), HistoryText.write(report.history()));
            System.out.print(report.text());
            System.out.println("kept in " + folder);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
