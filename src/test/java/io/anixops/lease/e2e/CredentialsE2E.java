package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A password and an authority that are rotated, and a server whose certificate expires, under one operator that is never started again. */
class CredentialsE2E {
    private static final Path FOLDER = Folders.temporary("credentials");
    private static final Path PASSWORD = FOLDER.resolve("password");

    private static TestPostgres server;
    private static ServerCertificates certificates;
    private static OrdinaryRole role;
    private static Stage stage;
    private static OperatorProcess operator;

    private Scene scene;

    @BeforeAll
    static void start() {
        server = TestPostgres.start();
        certificates = ServerCertificates.in(FOLDER);
        role = OrdinaryRole.in(server.newDatabase());
        role.asSuperuser("ALTER ROLE app PASSWORD 's3cret-of-old'");
        Folders.write(PASSWORD, "s3cret-of-old\n");
        role.requirePasswordAndTls(certificates.good(), certificates.key());
        stage = Stage.on(role.database(server.port()));
        operator = stage.operator(
                "--database-password-file=" + PASSWORD,
                "--database-sslmode=verify-full",
                "--database-sslrootcert=" + certificates.authority());
    }

    @AfterAll
    static void stop() {
        stage.close();
        server.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("credentials");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
        assertThat(operator.isAlive())
                .as("the operator that was there from the beginning")
                .isTrue();
    }

    @Test
    void a_rotated_password_costs_neither_leader_nor_term() {
        scene.deployment(3).lease(15);
        var leader = scene.awaitLeader();
        var token = scene.row().token();

        var cost = scene.event(Event.PASSWORD_ROTATED);
        role.asSuperuser("ALTER ROLE app PASSWORD 's3cret-of-new'");
        role.endConnections();
        Eventually.until(
                "the old password was refused", () -> operator.logged().contains("password authentication failed"));
        Folders.write(PASSWORD, "s3cret-of-new\n");
        cost.healed();
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();

        var since = Instant.now(); // the database's clock is this machine's
        Eventually.until("it is renewed again", () -> scene.row().renewedAt().isAfter(since));
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);
        assertThat(operator.logged()).doesNotContain("s3cret");
    }

    @Test
    void a_certificate_of_another_authority_costs_neither_leader_nor_term_where_both_are_believed_meanwhile() {
        scene.deployment(3).lease(15);
        var leader = scene.awaitLeader();
        var token = scene.row().token();
        var next = ServerCertificates.in(Folders.temporary("next-authority"));
        Folders.write(
                certificates.authority(), Folders.read(certificates.authority()) + Folders.read(next.authority()));

        role.requirePasswordAndTls(next.good(), next.key());
        try {
            role.endConnections();
            var since = Instant.now(); // the database's clock is this machine's
            Eventually.until(
                    "it is renewed again", () -> scene.row().renewedAt().isAfter(since));
        } finally {
            role.requirePasswordAndTls(certificates.good(), certificates.key());
        }
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);
    }

    @Test
    void an_expired_certificate_is_told_and_a_good_one_brings_leadership_back() {
        scene.deployment(3).lease(6);
        var leader = scene.awaitLeader();

        var cost = scene.event(Event.CERTIFICATE_EXPIRED);
        role.useCertificate(certificates.expired());
        try {
            role.endConnections();
            scene.awaitNoLabel(System.nanoTime());
            scene.awaitReason("False", "DatabaseUnreachable");
            assertThat(scene.condition("DatabaseReachable").orElseThrow().getMessage())
                    .contains("SSL error", "validity check failed");
            assertThat(scene.status().holder()).isNull();
        } finally {
            role.useCertificate(certificates.good());
        }
        cost.healed();
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        cost.recovered();
    }
}
