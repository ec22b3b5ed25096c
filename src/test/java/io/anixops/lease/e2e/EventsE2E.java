package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people see of transitions on a real API server, with the rights that are shipped. */
class EventsE2E {
    private ControlPlane plane;
    private String namespace;
    private OperatorProcess operator;

    @BeforeEach
    void start() throws Exception {
        plane = ControlPlane.shared();
        Crds.install(plane);
        namespace = plane.newNamespace("events");
        var database = TestPostgres.shared().newDatabase();
        operator = OperatorSettings.operator(OperatorAccount.in(plane), database)
                .start()
                .awaitReady();
    }

    @AfterEach
    void stop() {
        plane.kubectl("delete", "databaselease", "--all", "-n", namespace).orFail();
        operator.close();
        plane.kubectl("delete", "namespace", namespace, "--wait=false").orFail();
    }

    @Test
    void kubectl_shows_an_election_and_a_hand_over_once_each() throws Exception {
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 2));
        Eventually.until("two pods are ready", () -> readyPods() == 2);
        plane.kubectl().apply(Manifests.databaseLease(namespace, "main", "web", 15));
        String first = leaders().awaitLeader();

        plane.client().pods().inNamespace(namespace).withName(first).delete();
        String next = leaders().awaitOtherThan(first);

        Eventually.until("both are told", () -> describe().contains("HandedOver"));
        assertThat(describe().lines().filter(line -> line.contains("LeaderElected")))
                .singleElement()
                .asString()
                .contains("Normal", "pod " + first + " leads, with token")
                .doesNotContain("(x");
        assertThat(describe().lines().filter(line -> line.contains("HandedOver")))
                .singleElement()
                .asString()
                .contains("leadership moved from pod %s to pod %s".formatted(first, next))
                .doesNotContain("(x");
        assertThat(events()).filteredOn(line -> line.contains("LeaderElected")).hasSize(1);
        assertThat(events()).filteredOn(line -> line.contains("HandedOver")).hasSize(1);
        assertThat(operator.logged()).doesNotContain("Event could not be written");
        assertThat(operator.get("/metrics"))
                .contains("anixops_lease_leader{lease=\"%s/main\"} 1.0".formatted(namespace))
                .contains("anixops_lease_events_dropped_total{cause=\"failure\"} 0.0");
    }

    @Test
    void what_happens_again_and_again_is_one_event_with_a_count() throws Exception {
        plane.kubectl().apply(Manifests.deployment(namespace, "web", 1));
        plane.kubectl().apply(Manifests.databaseLease(namespace, "main", "web", 15));
        String leader = leaders().awaitLeader();

        for (int i = 0; i < 3; i++) {
            int before = corrections();
            plane.kubectl("label", "pod", leader, "-n", namespace, PodJudge.LEADER + "main-")
                    .orFail();
            Eventually.until("the label is back and it was told", () -> corrections() > before);
        }

        assertThat(plane.client()
                        .events()
                        .v1()
                        .events()
                        .inNamespace(namespace)
                        .list()
                        .getItems())
                .filteredOn(event -> event.getReason().equals("KeysCorrected"))
                .singleElement()
                .satisfies(event -> assertThat(event.getSeries().getCount()).isEqualTo(3));
        assertThat(describe()).contains("(x3 over");
    }

    /** How often it was told, by the count of a series too. */
    private int corrections() {
        return plane.client().events().v1().events().inNamespace(namespace).list().getItems().stream()
                .filter(event -> event.getReason().equals("KeysCorrected"))
                .mapToInt(event ->
                        event.getSeries() == null ? 1 : event.getSeries().getCount())
                .sum();
    }

    private String describe() {
        return plane.kubectl("describe", "databaselease", "main", "-n", namespace)
                .orFail();
    }

    private List<String> events() {
        return plane.kubectl("get", "events", "-n", namespace, "--field-selector", "involvedObject.kind=DatabaseLease")
                .orFail()
                .lines()
                .toList();
    }

    private long readyPods() {
        return plane.client().pods().inNamespace(namespace).list().getItems().stream()
                .flatMap(pod -> pod.getStatus().getConditions().stream())
                .filter(condition -> condition.getType().equals("Ready")
                        && condition.getStatus().equals("True"))
                .count();
    }

    private LabelledPods leaders() {
        return new LabelledPods(plane, namespace);
    }
}
