package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Electors;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.anixops.lease.postgres.GoStandIn;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.anixops.lease.postgres.TableName;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Leases that the pods' own processes hold, beside an operator whose role may only SELECT. */
class HeldByPodsE2E {
    private static Stage stage;
    private static OperatorProcess operator;

    private Scene scene;

    @BeforeAll
    static void startOperator() {
        stage = Stage.open();
        operator = stage.readingOperator();
    }

    @AfterAll
    static void stopOperator() {
        stage.close();
    }

    @BeforeEach
    void watchFromTheBeginning() {
        scene = stage.scene("held-by-pods");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
        assertThat(operator.logged()).doesNotContain("permission denied");
    }

    @Test
    void the_label_follows_at_once_from_process_to_process_by_what_the_row_tells_of_them() {
        scene.deployment(2).leaseOfPods(30);
        scene.awaitReason("False", "NoCandidate");
        var first = scene.candidates().get(0);
        var second = scene.candidates().get(1);

        var holds = process(first);
        assertThat(scene.awaitLeader()).isEqualTo(first);
        try (var waits = process(second)) {
            var cost = scene.event(Event.PROCESS_GAVE_IT_UP);
            var began = System.nanoTime();
            holds.close();
            Eventually.until("the other one leads", () -> scene.awaitLeader().equals(second));
            cost.recovered();

            var labelled = scene.changes().get(scene.changes().size() - 1).nanos();
            assertThat(Duration.ofNanos(labelled - began))
                    .as("far sooner than the row is read without a notification")
                    .isLessThan(Duration.ofSeconds(5));
            assertThat(waits.errorsSurvived()).isZero();
        }
        scene.awaitNoLabel(System.nanoTime());
        assertThat(scene.rowVersions())
                .allSatisfy(row -> assertThat(row.renewer()).isEqualTo(row.holder()));
    }

    @Test
    void the_label_is_off_before_the_term_of_a_process_ends_that_died() throws SQLException {
        scene.deployment(2).leaseOfPods(9);
        var first = scene.candidates().get(0);
        var second = scene.candidates().get(1);
        assertThat(takes(first)).isTrue();
        assertThat(scene.awaitLeader()).isEqualTo(first);
        assertThat(takes(first)).as("renewed, and never again").isTrue();
        var expiresAt = scene.row().expiresAt();

        var cost = scene.event(Event.PROCESS_DIED);
        scene.awaitNoLabel(System.nanoTime());
        var labelOff = scene.changes().get(scene.changes().size() - 1).at();
        assertThat(labelOff).isBefore(expiresAt).isAfter(expiresAt.minusSeconds(5));
        scene.awaitReason("False", "NoCandidate");

        Eventually.until("the other one takes it", () -> takes(second));
        assertThat(scene.awaitLeader()).isEqualTo(second);
        cost.recovered();
    }

    /** One with the library, as it would run in that pod. */
    private Electors process(Leader pod) {
        var electors = Electors.builder(PostgresLeaseStore.of(stage.database().dataSource(), TableName.DEFAULT))
                .holder(HolderId.of(pod.holder()))
                .holderInfo(new HolderInfo(null, scene.namespace(), pod.name(), pod.uid(), null))
                .build();
        electors.elect(
                LeaseName.of(scene.namespace() + "/main"),
                Timing.ofTtl(Duration.ofSeconds(30)),
                leadership -> new CountDownLatch(1).await()); // until it is interrupted
        return electors;
    }

    /** One in another language, which tells nothing but its holder id. */
    private boolean takes(Leader pod) throws SQLException {
        return new GoStandIn(stage.database().dataSource(), TableName.DEFAULT, Duration.ZERO)
                .tryAcquire(scene.namespace() + "/main", pod.holder(), Duration.ofSeconds(9));
    }
}
