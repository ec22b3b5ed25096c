package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.anixops.lease.HolderId;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.operator.decision.Reason;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events and metrics of the whole operator, on an API server and a store in memory. */
class ReportingTest {
    private static final String LABEL = "/metadata/labels/leader.lease.anixops.io~1jobs";

    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final MockApi api = new MockApi();
    private final Recorded events = new Recorded(api.client());
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private LeaseOperator operator;

    @BeforeEach
    void start() {
        operator = operator(true);
        operator.start();
    }

    @AfterEach
    void stop() {
        operator.close();
        api.close();
    }

    @Test
    void election_and_hand_over_are_told_once_each_however_many_passes_there_are() {
        leads("control-a", "control-b");

        api.delete("control-a");

        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-b"));
        eventually(() -> assertThat(events.of(EventReason.HANDED_OVER)).hasSize(1));
        IntStream.range(0, 5).forEach(i -> touch("control-b", i));
        await().during(Duration.ofSeconds(1)).atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            assertThat(events.all()).hasSize(2).allMatch(event -> event.getSeries() == null);
        });
        assertThat(events.notesOf(EventReason.LEADER_ELECTED))
                .first()
                .asString()
                .startsWith("pod control-a leads");
        assertThat(events.notesOf(EventReason.HANDED_OVER))
                .first()
                .asString()
                .startsWith("leadership moved from pod control-a to pod control-b");
    }

    @Test
    void that_nobody_can_lead_is_told() {
        leads("control-a");

        api.delete("control-a");

        eventually(() -> assertThat(events.of(EventReason.NO_CANDIDATE)).hasSize(1));
        assertThat(events.of(EventReason.LEASE_LOST)).isEmpty();
    }

    @Test
    void a_label_that_another_hand_took_off_is_put_back_and_told() {
        leads("control-a");

        api.patchPod("control-a", List.of(Map.of("op", "remove", "path", LABEL)));

        eventually(() -> assertThat(events.notesOf(EventReason.KEYS_CORRECTED))
                .containsExactly("the leader label was missing on pod control-a, and was put back"));
        assertThat(api.labelled("jobs")).containsExactly("control-a");
    }

    @Test
    void a_label_that_another_hand_put_on_is_taken_off_and_told() {
        leads("control-a", "control-b");

        api.patchPod("control-b", List.of(Map.of("op", "add", "path", LABEL, "value", "true")));

        eventually(() -> assertThat(events.notesOf(EventReason.KEYS_CORRECTED))
                .containsExactly("pod control-b bore keys of a leader by another hand, and they were set right"));
        assertThat(api.labelled("jobs")).containsExactly("control-a");
    }

    @Test
    void a_label_that_another_hand_put_on_while_nobody_leads_is_taken_off_and_told() {
        api.pod("control-c", false, Instant.now());
        api.apply("jobs");
        eventually(() -> assertThat(events.of(EventReason.NO_CANDIDATE)).hasSize(1));

        api.patchPod("control-c", List.of(Map.of("op", "add", "path", LABEL, "value", "true")));

        eventually(() -> assertThat(events.of(EventReason.KEYS_CORRECTED)).hasSize(1));
        assertThat(api.labelled("jobs")).isEmpty();
    }

    @Test
    void moves_of_the_operator_s_own_hand_are_no_corrections() {
        leads("control-a", "control-b");

        for (var ready : List.of(false, true, false, true)) {
            api.setReady("control-a", ready);
            eventually(() -> assertThat(api.labelled("jobs")).hasSize(1));
            api.setReady("control-b", !ready);
            eventually(() -> assertThat(api.labelled("jobs")).containsExactly(ready ? "control-a" : "control-b"));
        }

        eventually(() -> assertThat(events.of(EventReason.HANDED_OVER)).hasSize(4));
        assertThat(events.of(EventReason.KEYS_CORRECTED)).isEmpty();
    }

    @Test
    void a_selected_pod_whose_name_is_too_long_is_told_once() {
        leads("control-a");
        var longName = "c".repeat(Candidates.LONGEST_POD_NAME + 1);

        api.readyPod(longName);

        eventually(() -> assertThat(events.notesOf(EventReason.CANDIDATE_REFUSED))
                .singleElement()
                .asString()
                .contains("192 characters"));
        touch("control-a", 1);
        api.setReady(longName, false);
        await().during(Duration.ofSeconds(1))
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(() -> assertThat(events.of(EventReason.CANDIDATE_REFUSED))
                        .singleElement()
                        .matches(event -> event.getSeries() == null));
    }

    @Test
    void metrics_tell_who_leads_and_what_moved() {
        leads("control-a", "control-b");
        eventually(() -> assertThat(registry.scrape())
                .contains("anixops_lease_leader{lease=\"control/jobs\"} 1.0")
                .contains("anixops_lease_labelled_pods{lease=\"control/jobs\"} 1.0")
                .contains("anixops_lease_transitions_total{lease=\"control/jobs\"} 1.0")
                .contains("anixops_lease_resources{ready=\"true\",reason=\"LeaderHere\"} 1.0")
                .contains("anixops_lease_labels_astray{what=\"missing\"} 0.0")
                .contains("anixops_lease_labels_astray{what=\"wrong\"} 0.0")
                .contains("anixops_lease_active 1.0")
                .contains("anixops_lease_holdings 1.0")
                .contains("anixops_lease_store_calls_seconds_count{call=\"acquire\"} 1"));

        api.delete("control-a");
        eventually(() -> assertThat(registry.scrape())
                .contains("anixops_lease_transitions_total{lease=\"control/jobs\"} 2.0")
                .contains("anixops_lease_events_total{reason=\"HandedOver\"} 1.0")
                .contains("anixops_lease_store_calls_seconds_count{call=\"hand_over\"} 1"));

        api.delete("control-b");
        eventually(() -> assertThat(registry.scrape())
                .contains("anixops_lease_leader{lease=\"control/jobs\"} 0.0")
                .contains("anixops_lease_labelled_pods{lease=\"control/jobs\"} 0.0")
                .contains("anixops_lease_resources{ready=\"false\",reason=\"NoCandidate\"} 1.0")
                .contains("anixops_lease_resources{ready=\"true\",reason=\"LeaderHere\"} 0.0")
                .contains("anixops_lease_holdings 0.0"));
        eventually(() -> assertThat(registry.scrape())
                .containsPattern("anixops_lease_leaderless_seconds_total\\{lease=\"control/jobs\"} [0-9.E-]*[1-9]"));
    }

    @Test
    void metrics_tell_of_a_database_that_does_not_answer() {
        leads("control-a");

        store.goDown();
        eventually(() -> assertThat(registry.scrape())
                .contains("anixops_lease_resources_without_database{reason=\"DatabaseUnreachable\"} 1.0"));
        store.comeBack();

        eventually(() -> assertThat(registry.scrape())
                .contains("anixops_lease_resources_without_database{reason=\"DatabaseUnreachable\"} 0.0"));
    }

    @Test
    void metrics_tell_of_a_label_that_cannot_be_put_on() {
        api.readyPod("control-a");
        refusePodWrites();

        api.apply("jobs");
        eventually(() -> assertThat(registry.scrape()).contains("anixops_lease_labels_astray{what=\"missing\"} 1.0"));
        api.traffic().refuseNothing();

        eventually(() -> assertThat(registry.scrape()).contains("anixops_lease_labels_astray{what=\"missing\"} 0.0"));
    }

    @Test
    void metrics_tell_of_a_label_that_cannot_be_taken_off_when_trust_has_ended() {
        api.readyPod("control-a");
        api.apply("jobs", 5);
        eventually(() -> assertThat(api.labelled("jobs")).containsExactly("control-a"));
        refusePodWrites();

        store.goDown();
        eventually(() -> assertThat(registry.scrape()).contains("anixops_lease_labels_astray{what=\"wrong\"} 1.0"));
        api.traffic().refuseNothing();

        eventually(() -> assertThat(registry.scrape()).contains("anixops_lease_labels_astray{what=\"wrong\"} 0.0"));
        store.comeBack();
    }

    private void refusePodWrites() {
        api.traffic().refuse(403, request -> request.isWrite() && request.isFor("/pods/"));
    }

    @Test
    void a_series_of_resources_has_no_more_values_than_there_are_reasons() {
        leads("control-a");

        assertThat(registry.scrape().lines().filter(line -> line.startsWith("anixops_lease_resources{")))
                .hasSize(Reason.values().length); // without Reachable, and with None
    }

    @Test
    void no_series_stays_of_resources_that_are_gone() {
        api.readyPod("control-a");
        var names = IntStream.range(0, 200).mapToObj(i -> "lease-" + i).toList();
        names.forEach(api::apply);
        eventually(() -> assertThat(leaseSeries()).isEqualTo(4 * 200));

        names.forEach(name -> api.client().resource(api.lease(name)).delete());

        eventually(() -> assertThat(leaseSeries()).isZero());
    }

    @Test
    void a_resource_made_again_under_its_name_has_one_set_of_series() {
        leads("control-a");
        api.client().resource(api.lease("jobs")).delete();
        api.apply("jobs");

        eventually(() -> assertThat(registry.scrape()).contains("anixops_lease_leader{lease=\"control/jobs\"} 1.0"));
        await().during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(leaseSeries()).isEqualTo(4));
    }

    @Test
    void series_of_single_leases_can_be_turned_off() {
        operator.close();
        operator = operator(false);
        operator.start();

        leads("control-a");

        eventually(() -> assertThat(registry.scrape()).contains("anixops_lease_holdings 1.0"));
        assertThat(leaseSeries()).isZero();
    }

    @Test
    void a_stopped_operator_leaves_no_series() {
        leads("control-a");
        assertThat(registry.getMeters()).isNotEmpty();

        operator.close();

        assertThat(registry.getMeters()).isEmpty();
        assertThat(registry.scrape()).isEmpty();
    }

    private long leaseSeries() {
        return registry.scrape()
                .lines()
                .filter(line -> line.contains("{lease=\""))
                .count();
    }

    private void touch(String pod, int value) {
        api.patchPod(
                pod,
                List.of(Map.of("op", "add", "path", "/metadata/labels/touched", "value", Integer.toString(value))));
    }

    private void leads(String first, String... others) {
        api.pod(first, true, Instant.now().minusSeconds(60));
        List.of(others).forEach(api::readyPod);
        api.apply("jobs");
        eventually(() -> assertThat(api.labelled("jobs")).containsExactly(first));
        eventually(() -> assertThat(events.of(EventReason.LEADER_ELECTED)).hasSize(1));
    }

    private LeaseOperator operator(boolean perLease) {
        var options = new OperatorOptions(
                Set.of(),
                HolderId.of("operator-1"),
                "east",
                50,
                500,
                Duration.ofMinutes(5),
                null,
                perLease,
                SharedLeases.NONE,
                true);
        return new LeaseOperator(api.client(), store, options, registry, InstantSource.system(), System::nanoTime);
    }

    private static void eventually(ThrowingRunnable assertion) {
        await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(assertion);
    }
}
