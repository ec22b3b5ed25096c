package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Candidacy;
import io.anixops.lease.Claim;
import io.anixops.lease.Electors;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A database whose clock jumps, and two who want one lease of it. */
class DatabaseClockE2E {
    private static final LeaseName NAME = LeaseName.of("jobs");
    private static final Duration TTL = Duration.ofSeconds(4);
    private static final Duration SLACK = Duration.ofSeconds(2); // of a busy machine

    private static final ForgedClock CLOCK = ForgedClock.ofTheWall();
    private static TestPostgres server;

    private TestPostgres.Database database;
    private PostgresLeaseStore store;
    private Electors first;
    private Electors second;

    @BeforeAll
    static void start() {
        server = TestPostgres.start();
        server.startAgainWith(CLOCK.environment());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void twoProcesses() {
        database = server.newDatabase();
        LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
        store = PostgresLeaseStore.of(database.dataSource(), TableName.DEFAULT);
        first = Electors.on(store);
        second = Electors.on(store);
    }

    @AfterEach
    void end() {
        first.close();
        second.close();
        CLOCK.set(Duration.ZERO);
    }

    @Test
    void a_step_forward_that_the_slack_covers_costs_nobody_anything() {
        var leader = lead(first);
        var other = compete(second);
        var row = row();

        CLOCK.set(slack().minusMillis(100));
        Eventually.until(
                "it is renewed by the new clock",
                () -> row().renewedAt()
                        .isAfter(row.renewedAt().plus(Timing.renewEvery(TTL)).plus(slack().dividedBy(2))));

        assertThat(row().token()).isEqualTo(row.token());
        assertThat(leader.isLeading()).isTrue();
        assertThat(other.isLeading()).isFalse();
    }

    @Test
    void a_step_beyond_the_term_lets_the_next_one_begin_under_a_higher_token_and_the_former_one_can_do_no_step() {
        var leader = lead(first);
        var other = compete(second);
        var token = row().token();

        CLOCK.set(Duration.ofSeconds(40));
        Eventually.until("the next one leads", other::isLeading);
        var begun = System.nanoTime();

        assertThat(row().token()).isGreaterThan(token);
        assertThat(refusalOfAStepWith(token)).contains("is not held with token " + token);
        Eventually.until("the former one has heard of it", () -> !leader.isLeading());
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .as("both believed to lead")
                .isLessThan(Timing.renewEvery(TTL).plus(SLACK));
    }

    @Test
    void a_step_back_costs_the_holder_nothing_and_its_release_lets_the_next_one_lead_at_once() {
        var leader = lead(first);
        var other = compete(second);
        var row = row();

        CLOCK.set(Duration.ofSeconds(-140));
        Eventually.until(
                "it is renewed by the new clock", () -> row().renewedAt().isBefore(row.renewedAt()));
        assertThat(leader.isLeading()).isTrue();
        assertThat(other.isLeading()).isFalse();
        assertThat(row().token()).isEqualTo(row.token());
        assertThat(row().left()).as("longer than any term").isGreaterThan(Duration.ofSeconds(130));

        leader.close();
        Eventually.until("the next one leads", TTL.plus(SLACK), other::isLeading);
        assertThat(row().token()).isGreaterThan(row.token());
    }

    @Test
    void after_a_step_back_the_lease_of_a_holder_that_died_is_nobodys_until_its_expiry_is_reached_again() {
        var dead = HolderId.of("dead-00000001");
        var next = HolderId.of("next-00000002");
        var token = ((Attempt.Held) attempt(dead)).lease().token();

        CLOCK.set(Duration.ofSeconds(-140));
        assertThat(attempt(next))
                .isInstanceOfSatisfying(
                        Attempt.Denied.class,
                        denied -> assertThat(denied.lease().remaining())
                                .isBetween(Duration.ofSeconds(130), Duration.ofSeconds(144)));

        CLOCK.set(TTL);
        assertThat(((Attempt.Held) attempt(next)).lease().token()).isGreaterThan(token);
    }

    /** What is left of a term when trust has ended and the work has stopped. */
    private static Duration slack() {
        var timing = Timing.ofTtl(TTL);
        return TTL.minus(timing.trust()).minus(timing.stopWithin());
    }

    private static Candidacy lead(Electors electors) {
        var candidacy = compete(electors);
        Eventually.until("it leads", candidacy::isLeading);
        return candidacy;
    }

    private static Candidacy compete(Electors electors) {
        return electors.elect(
                NAME, Timing.ofTtl(TTL), leadership -> Thread.currentThread().join());
    }

    private Attempt attempt(HolderId holder) {
        return store.tryAcquire(Claim.ofOwn(NAME, holder, TTL, HolderInfo.UNKNOWN));
    }

    private RowNow row() {
        return RowNow.read(database.dataSource(), NAME.value());
    }

    private String refusalOfAStepWith(long token) {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("SELECT database_lease_assert_held('%s', %d)".formatted(NAME, token));
            return "none";
        } catch (SQLException refused) {
            return refused.getMessage();
        }
    }
}
