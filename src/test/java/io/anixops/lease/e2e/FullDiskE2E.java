package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A database whose disk runs full, and has room again. */
class FullDiskE2E {
    private static final int MEGABYTES = 24;

    @Test
    void a_full_disk_is_told_by_its_reason_and_room_on_it_brings_leadership_back_by_itself() throws Exception {
        try (var server = TestPostgres.start()) {
            var small = server.newDatabaseOnSmallDisk(MEGABYTES);
            try (var stage = Stage.on(small.database())) {
                var operator = stage.operator();
                var scene = stage.scene("full");
                scene.deployment(2).lease(6);
                var leader = scene.awaitLeader();

                fill(small);
                var cost = scene.event(Event.DISK_FULL);
                scene.awaitNoLabel(System.nanoTime());
                scene.awaitReason("False", "DatabaseStorage");
                assertThat(scene.status().holder()).isNull();

                makeRoom(small);
                cost.healed();
                assertThat(scene.awaitLeader()).isEqualTo(leader);
                cost.recovered();
                assertThat(operator.isAlive()).isTrue();
                scene.end();
            }
        }
    }

    /** The disk, and then what room is left in the pages of the tables. */
    private static void fill(TestPostgres.SmallDisk small) throws SQLException {
        var filler = "COPY (SELECT repeat('x', 8000) FROM generate_series(1, 100000)) TO '%s/filler'";
        try (var connection = small.database().dataSource().getConnection();
                var statement = connection.createStatement()) {
            assertThatThrownBy(() -> statement.execute(filler.formatted(small.disk())))
                    .hasMessageContaining("No space left on device");
            statement.execute("INSERT INTO database_lease (name, expires_at) VALUES ('filler', clock_timestamp())");
            assertThatThrownBy(() -> {
                        while (true) {
                            statement.execute(
                                    "UPDATE database_lease SET renewed_at = clock_timestamp() WHERE name = 'filler'");
                        }
                    })
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            full -> assertThat(full.getSQLState()).isEqualTo("53100"));
        }
    }

    private static void makeRoom(TestPostgres.SmallDisk small) throws SQLException {
        try (var connection = small.database().dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("COPY (SELECT 1) TO '%s/filler'".formatted(small.disk()));
        }
    }
}
