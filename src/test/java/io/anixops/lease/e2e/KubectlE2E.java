package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a person sees with kubectl, with the files of k8s/examples as they are. */
class KubectlE2E {
    private static final String EXAMPLE = "singleton-workers";

    private static Stage stage;

    private Scene scene;

    @BeforeAll
    static void open() {
        stage = Stage.open();
        stage.operator();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @BeforeEach
    void applyTheExamples() {
        scene = stage.scene("kubectl");
        scene.watchLease(EXAMPLE);
        scene.kubectl("apply", "-f", Stage.shippedFolder("k8s/examples"));
        scene.kubectl("wait", "--for=condition=Ready", "dblease/" + EXAMPLE, "--timeout=90s");
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void get_shows_who_leads_and_until_when_by_every_name_of_the_resource() {
        for (var word : List.of("databaseleases", "databaselease", "dblease", "dbl")) {
            assertShowsWhoLeads(scene.kubectl("get", word).lines().toList());
        }
    }

    private void assertShowsWhoLeads(List<String> lines) {
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0).split(" +")).containsExactly("NAME", "LEADER", "EXPIRES", "TTL", "READY", "AGE");
        var cells = lines.get(1).split(" +");
        assertThat(cells[0]).isEqualTo(EXAMPLE);
        assertThat(cells[1]).isEqualTo(scene.awaitLeader().name());
        assertThat(Instant.parse(cells[2]))
                .isAfter(Instant.now())
                .isBefore(Instant.now().plusSeconds(31));
        assertThat(cells[3]).isEqualTo("30");
        assertThat(cells[4]).isEqualTo("True");
        assertThat(cells[5]).matches("[0-9]+s");
    }

    @Test
    void get_wide_adds_the_holder_its_token_the_mode_and_the_reason() {
        var leader = scene.awaitLeader();

        var lines = scene.kubectl("get", "dbl", "-o", "wide").lines().toList();

        assertThat(lines.get(0).split(" +"))
                .containsExactly(
                        "NAME", "LEADER", "EXPIRES", "TTL", "READY", "AGE", "HOLDER", "TOKEN", "ELECTED-BY", "REASON");
        assertThat(lines.get(1).split(" +"))
                .endsWith(leader.holder(), Long.toString(scene.row().token()), "Operator", "LeaderHere");
    }

    @Test
    void watching_shows_a_hand_over_and_never_an_expiry_of_the_past() throws Exception {
        var first = scene.awaitLeader();
        try (var watching = scene.startKubectl("get", "dbl", EXAMPLE, "-w")) {
            Eventually.untilOr(watching, "the leader is shown", () -> shown(watching, first));

            var next =
                    scene.move(Event.LEADER_DELETED, leader -> scene.pod(leader).delete());

            Eventually.untilOr(watching, "the next leader is shown", () -> shown(watching, next));
            assertThat(Files.readString(watching.log())).doesNotContain("<invalid>");
        }
    }

    private static boolean shown(Child watching, Leader leader) throws IOException {
        return Files.readAllLines(watching.log()).stream()
                .anyMatch(line -> line.contains(" " + leader.name() + " ") && line.contains(" True "));
    }

    @Test
    void describe_tells_the_whole_story() {
        var leader = scene.awaitLeader();

        assertThat(scene.kubectl("describe", "dblease", EXAMPLE))
                .containsPattern("Lease Name: +" + scene.namespace() + "/" + EXAMPLE)
                .contains(leader.name(), leader.holder(), "pod %s leads with token".formatted(leader.name()))
                .contains("LeaderHere", "Reachable", "the database answers")
                .doesNotContain("<invalid>");
    }

    @Test
    void explain_describes_every_field() {
        Eventually.until(
                "the API server publishes the schema", () -> !explained("").isEmpty());

        for (var path : List.of("", ".spec", ".spec.selector", ".spec.selector.matchExpressions", ".status")) {
            assertThat(explained(path)).contains("FIELDS:").doesNotContain("<no description>");
        }
        assertThat(explained(".spec"))
                .containsSubsequence(List.of("electedBy", "leaseName", "scope", "selector", "suspend", "ttlSeconds"));
    }

    private String explained(String path) {
        return stage.plane().kubectl("explain", "databaselease" + path).orFail();
    }

    @Test
    void the_service_has_exactly_the_leader_through_every_move() {
        try (var endpoints = EndpointsWatch.of(stage.plane().client(), scene.namespace(), "control-leader")) {
            awaitEndpoint(scene.awaitLeader());

            awaitEndpoint(
                    scene.move(Event.LEADER_DELETED, leader -> scene.pod(leader).delete()));
            awaitEndpoint(scene.move(Event.LEADER_NOT_READY, leader -> scene.setReady(leader, false)));
            awaitEndpoint(scene.move(Event.LEADER_FAILED, scene::fail));

            assertThat(endpoints.seen()).isNotEmpty();
            assertThat(endpoints.withMoreThanOne()).isEmpty();
        }
    }

    private void awaitEndpoint(Leader leader) {
        Eventually.until(
                "the Service has " + leader.name() + " and nobody else",
                () -> Manifests.endpointsOf(stage.plane().client(), scene.namespace(), "control-leader")
                        .equals(List.of(leader.name())));
    }

    @Test
    void an_expiry_stays_ahead_of_the_clock_while_nothing_changes() {
        scene.changeSpec("{\"ttlSeconds\": 5}");
        Eventually.until(
                "the new ttl is shown", () -> expiry().isBefore(Instant.now().plusSeconds(6)));

        await("an expiry in the future, for more than a ttl")
                .during(Duration.ofSeconds(7))
                .atMost(Duration.ofSeconds(30))
                .failFast(() -> expiry().isBefore(Instant.now()))
                .until(() -> true);
    }

    private Instant expiry() {
        return Instant.parse(scene.status().expiresAt());
    }
}
