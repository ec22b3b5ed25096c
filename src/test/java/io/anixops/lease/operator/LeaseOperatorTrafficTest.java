package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static io.anixops.lease.operator.OperatorRig.suspend;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a whole operator asks of the API server, and what it makes of the answers. */
class LeaseOperatorTrafficTest {
    private final OperatorRig rig = new OperatorRig();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void start() {
        log.start();
        root.addAppender(log);
        rig.start();
    }

    @AfterEach
    void stop() {
        rig.close();
        root.detachAppender(log);
    }

    @Test
    void while_nothing_changes_no_pod_is_written_and_of_the_status_its_times_alone() {
        var leases = IntStream.range(0, 20).mapToObj(i -> "jobs-" + i).toList();
        rig.api.readyPod("control-a");
        leases.forEach(name -> rig.api.apply(name, 5));
        eventually(() -> leases.forEach(
                name -> assertThat(rig.condition(name, "Ready").getStatus()).isEqualTo("True")));
        forAWhile(Duration.ofSeconds(1), () -> rig.api.client()); // what is under way comes to its end
        var generation = rig.status("jobs-0").conditions();
        rig.api.traffic().forget();

        for (var second = 0; second < 6; second++) { // the database's clock goes along
            rig.store.advance(Duration.ofSeconds(1));
            forAWhile(Duration.ofSeconds(1), () -> rig.api.client());
        }

        assertThat(rig.api.traffic().podWrites()).isEmpty();
        assertThat(rig.api.traffic().writes())
                .isNotEmpty()
                .allMatch(request -> request.path().endsWith("/status"));
        assertThat(rig.api.traffic().patches())
                .allSatisfy(patch -> assertThat(patch)
                        .contains("/status/expiresAt", "/status/renewedAt")
                        .doesNotContain("\"/status\""));
        assertThat(rig.api.traffic().patches()).hasSizeBetween(20, 80);
        assertThat(rig.status("jobs-0").conditions()).isEqualTo(generation);
    }

    @Test
    void other_writers_of_the_resource_cost_no_transition_and_are_no_error() {
        rig.leads(600, "control-a", "control-b");

        for (var i = 0; i < 50; i++) {
            if (i % 10 == 5) {
                rig.api.setReady(i % 20 == 5 ? "control-a" : "control-b", false);
                rig.api.setReady(i % 20 == 5 ? "control-b" : "control-a", true);
            }
            label(i);
        }

        eventually(() -> {
            rig.readyIs("True", "LeaderHere");
            assertThat(rig.status("jobs").token()).isEqualTo(rig.row().token());
            rig.labelledAre(rig.status("jobs").leader());
        });
        assertThat(rig.row().isFree()).isFalse();
        assertThat(log.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                .isEmpty();
    }

    @Test
    void no_transition_is_lost_where_another_hand_is_always_a_moment_before_the_status() {
        rig.leads(600, "control-a");

        for (var i = 0; i < 10; i++) {
            rig.api.traffic().comeBefore(3);
            rig.edit("jobs", suspend(true));
            eventually(() -> rig.readyIs("False", "Suspended"));
            rig.api.traffic().comeBefore(2);
            rig.edit("jobs", suspend(false));
            eventually(() -> rig.readyIs("True", "LeaderHere"));
        }

        assertThat(rig.status("jobs").transitions()).isEqualTo(11);
        assertThat(log.list)
                .filteredOn(event -> event.getLevel().isGreaterOrEqual(Level.ERROR))
                .isEmpty();
    }

    @Test
    void a_label_that_cannot_be_taken_off_holds_the_next_one_up_and_the_status_says_so() {
        rig.leads(600, "control-a", "control-b");

        rig.api.setReady("control-a", false);
        rig.api.traffic().refuse(request -> request.isWrite() && request.isFor("/pods/control-a"));
        rig.api.setReady("control-b", true);

        eventually(() -> assertThat(rig.row().holder()).startsWith("control-b-"));
        forAWhile(
                Duration.ofSeconds(1),
                () -> assertThat(rig.api.labelled("jobs")).hasSizeLessThan(2));

        rig.api.traffic().refuseNothing();
        eventually(() -> rig.labelledAre("control-b"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
    }

    @Test
    void a_deleted_resource_is_cleaned_up_after_though_the_api_server_failed_at_first() {
        rig.leads(600, "control-a");
        rig.api.traffic().refuse(request -> request.isFor("/pods"));

        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName("jobs")
                .delete();
        forAWhile(Duration.ofSeconds(1), () -> rig.api.client());
        rig.api.traffic().refuseNothing();

        eventually(() -> rig.labelledAre());
        eventually(() -> assertThat(Keys.labels(rig.api.read("control-a"))).containsOnlyKeys("app"));
        eventually(() -> assertThat(rig.row().isFree()).isTrue());
    }

    private void label(int value) {
        var operations = List.of(
                Map.of("op", "add", "path", "/metadata/labels", "value", Map.of("count", Integer.toString(value))));
        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName("jobs")
                .patch(
                        PatchContext.of(PatchType.JSON),
                        rig.api.client().getKubernetesSerialization().asJson(operations));
    }
}
