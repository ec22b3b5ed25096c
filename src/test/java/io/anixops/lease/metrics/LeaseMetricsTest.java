package io.anixops.lease.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.Claim;
import io.anixops.lease.Electors;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.LeaderWork;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Timing;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class LeaseMetricsTest {
    private static final LeaseName NAME = LeaseName.of("control/jobs");
    private static final Timing TIMING = Timing.ofTtl(Duration.ofSeconds(30));
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final LeaderWork work = lead -> new CountDownLatch(1).await();

    @Test
    void the_gauge_is_1_while_this_process_leads_and_gone_when_it_competes_no_more() {
        try (var electors = electors()) {
            assertThat(leaderSeries()).isEmpty();

            var candidacy = electors.elect(NAME, TIMING, work);
            await().atMost(PATIENCE).until(candidacy::isLeading);
            assertThat(leaderSeries()).isEqualTo("anixops_lease_leader{lease=\"control/jobs\"} 1.0");

            candidacy.close();
            await().atMost(PATIENCE).until(() -> leaderSeries().isEmpty());
        }
    }

    @Test
    void the_gauge_is_0_while_another_leads() {
        store.tryAcquire(Claim.ofOwn(NAME, HolderId.of("stranger-1"), TIMING.ttl(), HolderInfo.UNKNOWN));
        try (var electors = electors()) {
            var calls = store.calls();
            electors.elect(NAME, TIMING, work);
            await().atMost(PATIENCE).until(() -> store.calls() > calls);

            assertThat(leaderSeries()).isEqualTo("anixops_lease_leader{lease=\"control/jobs\"} 0.0");
        }
    }

    @Test
    void two_candidacies_of_one_process_share_a_series_until_both_are_gone() {
        var metrics = new LeaseMetrics(registry);
        var first = Electors.builder(store).listener(metrics).build();
        var second = Electors.builder(store).listener(metrics).build();
        try (first;
                second) {
            var leading = first.elect(NAME, TIMING, work);
            await().atMost(PATIENCE).until(leading::isLeading);
            second.elect(NAME, TIMING, work);
            assertThat(leaderSeries()).endsWith(" 1.0");

            first.close();
            assertThat(leaderSeries()).isNotEmpty();
        }
        assertThat(leaderSeries()).isEmpty();
    }

    @Test
    void what_went_wrong_is_counted() {
        store.goDown();
        try (var electors = electors()) {
            var candidacy = electors.elect(NAME, TIMING, work);
            await().atMost(PATIENCE).until(() -> registry.scrape().contains("attempt_failures_total 1.0"));
            store.throwNext(new AssertionError("planted"));
            store.comeBack();

            await().atMost(PATIENCE).until(candidacy::isLeading);

            assertThat(registry.scrape()).contains("anixops_lease_errors_total 1.0");
            assertThat(registry.scrape()).contains("anixops_lease_renewal_failures_total 0.0");
        }
    }

    private Electors electors() {
        return Electors.builder(store).listener(new LeaseMetrics(registry)).build();
    }

    private String leaderSeries() {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(LeaseMetrics.LEADER))
                .findFirst()
                .orElse("");
    }
}
