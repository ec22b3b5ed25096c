package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a database does to leases that stands still, restarts, is silent or refuses: one operator lives through it all. */
class DatabaseOutagesE2E {
    private static final int TTL = 6;
    private static final Duration SLACK = Duration.ofSeconds(2); // of a busy machine

    private static TestPostgres server;
    private static OrdinaryRole role;
    private static TcpProxy network;
    private static Stage stage;
    private static OperatorProcess operator;

    private Scene scene;
    private Leader leader;
    private long token;

    @BeforeAll
    static void startDatabase() {
        server = TestPostgres.start();
        network = TcpProxy.to(server.port());
        role = OrdinaryRole.in(server.newDatabase());
        stage = Stage.on(role.database(network.port()));
        operator = stage.operator();
    }

    @AfterAll
    static void stopDatabase() {
        stage.close();
        network.close();
        server.close();
    }

    @BeforeEach
    void somebodyLeads() {
        scene = stage.scene("silence");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
        assertThat(operator.isAlive())
                .as("the operator that was there from the beginning")
                .isTrue();
    }

    @Test
    void a_database_that_stands_still_for_less_than_trust_costs_neither_leader_nor_term() {
        lead(9);

        var cost = scene.event(Event.DATABASE_PAUSED);
        server.pause();
        try {
            awaitDatabase("False", "DatabaseUnreachable");
            assertThat(scene.status().leader()).as("it is still trusted").isEqualTo(leader.name());
        } finally {
            server.resume();
        }
        cost.healed();
        awaitDatabase("True", "Reachable");
        cost.recovered();

        assertTheSameTerm();
    }

    @Test
    void a_database_that_is_restarted_costs_neither_leader_nor_term() {
        lead(TTL);

        var cost = scene.event(Event.DATABASE_RESTARTED);
        server.startAgain();
        cost.healed();
        var since = Instant.now(); // the database's clock is this machine's
        scene.awaitLeader();
        cost.recovered();
        Eventually.until("it is renewed again", () -> scene.row().renewedAt().isAfter(since));

        assertTheSameTerm();
    }

    @Test
    void a_network_that_swallows_everything_ends_leadership_in_time_and_it_is_back_soon_after_the_first_answer()
            throws Exception {
        lead(TTL);
        var cost = scene.event(Event.DATABASE_SILENT);

        network.swallow();
        scene.awaitNoLabel(System.nanoTime());
        awaitHonest("DatabaseUnreachable");
        assertThat(operator.status("/livez")).isEqualTo(200);
        assertThat(operator.status("/readyz")).isEqualTo(200);

        network.pass();
        assertBackSoon(cost);
    }

    @ParameterizedTest
    @EnumSource
    void a_database_that_refuses_is_told_by_its_reason_and_has_leadership_back_by_itself(Refusal refusal) {
        lead(TTL);
        var cost = scene.event(refusal.event);

        refusal.begin(role);
        awaitDatabase("False", refusal.reason);
        scene.awaitNoLabel(System.nanoTime());
        awaitHonest(refusal.reason);

        refusal.end(role);
        assertBackSoon(cost);
    }

    private void lead(int ttl) {
        scene.deployment(3).lease(ttl);
        leader = scene.awaitLeader();
        token = scene.row().token();
    }

    private void awaitDatabase(String status, String reason) {
        Eventually.until("DatabaseReachable=%s with %s".formatted(status, reason), () -> {
            var reachable = scene.condition("DatabaseReachable").orElseThrow();
            return reachable.getStatus().equals(status) && reachable.getReason().equals(reason);
        });
    }

    /** Right after the label went, the status claims nobody. */
    private void awaitHonest(String reason) {
        Eventually.until(
                "the status claims nobody, for " + reason, Duration.ofSeconds(1).plus(SLACK), () -> {
                    var status = scene.status();
                    return status.leader() == null
                            && status.holder() == null
                            && status.expiresAt() == null
                            && scene.condition("Held").orElseThrow().getStatus().equals("Unknown")
                            && scene.condition("Ready")
                                    .orElseThrow()
                                    .getReason()
                                    .equals(reason);
                });
    }

    private void assertTheSameTerm() {
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.changes()).as("changes of the label").hasSize(1);
    }

    /** Within two renewal intervals of the first answer; and the label went before the lease was over. */
    private void assertBackSoon(Cost cost) {
        cost.healed();
        var healed = System.nanoTime();
        assertThat(scene.awaitLeader()).isEqualTo(leader);
        var took = Duration.ofNanos(System.nanoTime() - healed);
        cost.recovered();
        assertThat(took).isLessThan(Duration.ofSeconds(TTL * 2L / 3).plus(SLACK));
        var labelOff = scene.changes().get(1).at();
        assertThat(labelOff).as("label off before the lease ended").isBefore(lastExpiryOf(token, labelOff));
    }

    private Instant lastExpiryOf(long token, Instant before) {
        return scene.rowVersions().stream()
                .filter(row -> row.token() == token && row.writtenAt().isBefore(before))
                .reduce((first, second) -> second)
                .orElseThrow()
                .expiresAt();
    }

    /** It answers, and what it says is no. */
    enum Refusal {
        READ_ONLY(Event.DATABASE_READ_ONLY, "DatabaseReadOnly") {
            @Override
            void begin(OrdinaryRole role) {
                role.asSuperuser("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");
            }

            @Override
            void end(OrdinaryRole role) {
                role.asSuperuser("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()");
            }
        },
        NO_CONNECTION_LEFT(Event.DATABASE_OUT_OF_CONNECTIONS, "DatabaseStorage") {
            @Override
            void begin(OrdinaryRole role) {
                role.asSuperuser("ALTER ROLE app CONNECTION LIMIT 0");
                role.endConnections();
            }

            @Override
            void end(OrdinaryRole role) {
                role.asSuperuser("ALTER ROLE app CONNECTION LIMIT -1");
            }
        };

        private final Event event;
        private final String reason;

        Refusal(Event event, String reason) {
            this.event = event;
            this.reason = reason;
        }

        abstract void begin(OrdinaryRole role);

        abstract void end(OrdinaryRole role);
    }
}
