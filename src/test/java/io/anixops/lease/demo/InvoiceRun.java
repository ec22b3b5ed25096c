package io.anixops.lease.demo;

import io.anixops.lease.Elector;
import io.anixops.lease.Leadership;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Leads, says its token, and takes one step: it writes with that token once it is told to, without asking again
 * whether it still leads, as a program does that is paused between its last question and its write.
 */
final class InvoiceRun {
    static final Duration TTL = Duration.ofSeconds(3);
    static final String WRITTEN = "written";

    private final DataSource database;
    private final BufferedReader told = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private InvoiceRun(DataSource database) {
        this.database = database;
    }

    public static void main(String[] args) throws InterruptedException {
        Quiet.logs();
        var database = World.source(args[0]);
        var run = new InvoiceRun(database);
        Elector.builder(PostgresLeaseStore.of(database, TableName.DEFAULT))
                .name(Worker.LEASE)
                .ttl(TTL)
                .build()
                .run(run::takeOneStep);
    }

    private void takeOneStep(Leadership leadership) throws IOException, SQLException {
        try (var connection = database.getConnection()) {
            System.out.println(leadership.token());
            if (told.readLine() != null) {
                System.out.println(write(connection, leadership.token()));
            }
        }
        System.exit(0); // one step was all there was to do
    }

    /** The check and the write in one transaction, and what the database says to it. */
    private static String write(Connection connection, long token) {
        try (var write = connection.prepareStatement("""
                WITH held AS MATERIALIZED (SELECT database_lease_assert_held(?, ?))
                INSERT INTO invoice_run (token) SELECT ? FROM held
                """)) {
            write.setString(1, Worker.LEASE.value());
            write.setLong(2, token);
            write.setLong(3, token);
            write.executeUpdate();
            return WRITTEN;
        } catch (SQLException refused) {
            return "%s (%s)".formatted(refused.getMessage().lines().findFirst().orElse(""), refused.getSQLState());
        }
    }
}
