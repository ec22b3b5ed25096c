package io.anixops.lease.e2e;

import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * What the scenarios of a class have in common: the shared control plane with the custom resource, a database whose
 * rows are written down from the beginning, and the operator's account.
 */
final class Stage implements AutoCloseable {
    private final ControlPlane plane;
    private final Deque<OperatorProcess> operators = new ConcurrentLinkedDeque<>();
    private final Measured measured = new Measured();
    private final TestPostgres.Database database;
    private final RowHistory history;
    private final Path kubeconfig;

    private Stage(ControlPlane plane, TestPostgres.Database database) {
        this.plane = plane;
        this.database = database;
        try {
            history = RowHistory.install(database.dataSource(), "database_lease");
        } catch (SQLException failed) {
            throw new IllegalStateException("no history on " + database.name(), failed);
        }
        Crds.install(plane);
        kubeconfig = OperatorAccount.in(plane);
    }

    static Stage open() {
        return on(TestPostgres.shared());
    }

    /** With a database on a server that the scenario may stop. */
    static Stage on(TestPostgres server) {
        return on(server.newDatabase());
    }

    /** With this very database, perhaps by way of a proxy, or on several hosts. */
    static Stage on(TestPostgres.Database database) {
        return new Stage(ControlPlane.shared(), database);
    }

    /** With a control plane that the scenario may stop. */
    static Stage on(ControlPlane plane) {
        return new Stage(plane, TestPostgres.shared().newDatabase());
    }

    /** One of several clusters on this database, which has one history, whoever is the first to write it down. */
    static Stage on(ControlPlane plane, TestPostgres.Database database) {
        return new Stage(plane, database);
    }

    ControlPlane plane() {
        return plane;
    }

    TestPostgres.Database database() {
        return database;
    }

    RowHistory history() {
        return history;
    }

    Measured measured() {
        return measured;
    }

    /** A running operator, which ends with this at the latest. */
    OperatorProcess operator(String... flags) {
        return start(OperatorSettings.operator(kubeconfig, database).args(flags));
    }

    /** The same on a JVM with these flags. */
    OperatorProcess operatorOn(String... jvmFlags) {
        return start(OperatorSettings.operator(kubeconfig, database).jvm(jvmFlags));
    }

    /** A running operator whose role in the database may only read the lease table, which is there already. */
    OperatorProcess readingOperator() {
        var role = database.name() + "_reader";
        LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
        execute("CREATE ROLE %1$s LOGIN; GRANT SELECT ON public.database_lease TO %1$s".formatted(role));
        var url = database.jdbcUrl().replace("user=" + database.user(), "user=" + role);
        return start(OperatorSettings.operator(kubeconfig, database)
                .env("DBLEASE_DATABASE_URL", url)
                .env("DBLEASE_DATABASE_USER", role));
    }

    private void execute(String sql) {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    /** One of several that run at once, by its name. */
    OperatorProcess replica(String instance) {
        return start(OperatorSettings.operator(kubeconfig, database).env("DBLEASE_INSTANCE", instance));
    }

    /** The same behind a proxy. */
    OperatorProcess operator(ApiProxy proxy) {
        return start(proxy.kubeconfigIn(Folders.temporary("proxied")));
    }

    /** The same behind a network that may fail. */
    OperatorProcess operator(TcpProxy proxy) {
        var url = "https://127.0.0.1:" + proxy.port();
        var text = Kubeconfig.withTls(url, plane.apiServer().certificate(), OperatorAccount.token(plane));
        return start(Folders.write(Folders.temporary("proxied").resolve("kubeconfig"), text));
    }

    private OperatorProcess start(Path rights) {
        return start(OperatorSettings.operator(rights, database));
    }

    private OperatorProcess start(OperatorProcess.Builder prepared) {
        var operator = prepared.start();
        operators.push(operator);
        return operator.awaitReady();
    }

    /** Ends every connection to the database, and tells when, by the database's clock. */
    Instant killDatabaseSessions() throws SQLException {
        String sql = """
                SELECT max(clock_timestamp()) AS at, count(pg_terminate_backend(pid)) AS ended
                FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """;
        try (var connection = database.dataSource().getConnection();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            if (rows.getInt("ended") == 0) {
                throw new IllegalStateException("nobody was connected to " + database.name());
            }
            return rows.getObject("at", OffsetDateTime.class).toInstant();
        }
    }

    ApiProxy proxy() {
        return ApiProxy.before(plane.apiServer(), OperatorAccount.token(plane));
    }

    /** A folder of the project. */
    static String shippedFolder(String folder) {
        return Path.of(System.getProperty("project.basedir", "."), folder).toString();
    }

    /** A scenario of its own, in a namespace of its own. */
    Scene scene(String name) {
        return Scene.on(this, name);
    }

    /** Of those that run. */
    OperatorProcess firstOperator() {
        return operators.getLast();
    }

    /** As if the time of a replica that was killed were over: the next one need not wait for it. */
    void endReplicaLease() {
        plane.client()
                .leases()
                .inNamespace(OperatorAccount.NAMESPACE)
                .withName(OperatorAccount.NAME)
                .delete();
    }

    void endOperators() {
        operators.forEach(OperatorProcess::close);
        operators.clear();
    }

    /** Ends the operators and prints what was measured. */
    @Override
    public void close() {
        endOperators();
        measured.print();
    }
}
