package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** More leases of a short term than the budget of status writes can keep shown: what people see all the same. */
class StatusBudgetE2E {
    private static final int LEASES = 30;
    private static final Duration A_WHILE = Duration.ofSeconds(12);

    private Stage stage;
    private Scene scene;

    @BeforeEach
    void start() {
        stage = Stage.open();
        scene = stage.scene("budget");
        scene.readyPod("a");
    }

    @AfterEach
    void nothingWasViolated() {
        try {
            scene.end();
        } finally {
            stage.close();
        }
    }

    @Test
    void an_expiry_is_shown_ahead_of_the_clock_or_not_at_all_and_refreshes_keep_to_the_budget() {
        stage.operator("--status-writes-per-second=1");
        try (var statuses = StatusWatch.in(stage.plane().client(), scene.namespace())) {
            ManyLeases.apply(scene, LEASES, 6);
            Eventually.until("all are held", () -> statuses.held() == LEASES);
            var refreshed = statuses.refreshes();

            await().atMost(A_WHILE.multipliedBy(3))
                    .pollInterval(Duration.ofMillis(50))
                    .during(A_WHILE)
                    .until(statuses::noneIsPast);

            assertThat(statuses.withExpiry()).isBetween(1, LEASES / 5);
            assertThat(statuses.refreshes() - refreshed).isBetween(2, (int) A_WHILE.toSeconds() + 2);
        }
    }
}
