package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What happens to resources while the API server does not confirm that this replica is the active one. */
class LeaseOperatorSilenceTest {
    private static final LeaseName OTHER = LeaseName.of("control/other");

    private final OperatorRig rig = new OperatorRig();
    private final Logger election = (Logger) LoggerFactory.getLogger(ReplicaElection.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void start() {
        log.start();
        election.addAppender(log);
        rig.startReplica();
        rig.leads(600, "control-a");
    }

    @AfterEach
    void stop() {
        rig.close();
        election.detachAppender(log);
    }

    @Test
    void the_lease_of_a_resource_that_was_deleted_meanwhile_is_given_up() {
        fallSilent();
        delete();
        speakAgain();

        eventually(() -> assertThat(rig.row().isFree()).isTrue());
        eventually(() -> rig.labelledAre());
    }

    @Test
    void the_lease_of_a_resource_that_was_made_again_for_another_row_meanwhile_is_given_up() {
        fallSilent();
        delete();
        rig.api.client().resource(forOtherRow()).create();
        speakAgain();

        eventually(() -> assertThat(rig.row().isFree()).isTrue());
        eventually(() -> assertThat(other().map(Lease::isFree)).contains(false));
        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> assertThat(rig.status("jobs").leaseName()).isEqualTo(OTHER.value()));
        eventually(() -> assertThat(rig.status("jobs").token())
                .isEqualTo(other().map(Lease::token).orElseThrow()));
    }

    @Test
    void rows_that_pods_hold_are_read_on_and_the_label_of_a_term_that_is_over_goes() {
        var first = leadsItself("control-a");
        rig.api.readyPod("control-b");
        fallSilent();

        rig.store.release(first);
        eventually(() -> rig.labelledAre());
        ProcessInPod.in(rig.store, rig.api.read("control-b"), Duration.ofSeconds(600))
                .take();
        speakAgain();

        eventually(() -> rig.labelledAre("control-b"));
    }

    @Test
    void the_keys_of_a_resource_whose_lease_a_pod_holds_go_when_it_was_deleted_meanwhile() {
        leadsItself("control-a");
        fallSilent();
        delete();
        speakAgain();

        eventually(() -> assertThat(Keys.labels(rig.api.read("control-a"))).containsOnlyKeys("app"));
    }

    private Term leadsItself(String pod) {
        rig.edit("jobs", OperatorRig.electedBy("Pods"));
        eventually(() -> assertThat(rig.row().isFree()).isTrue());
        var term = ProcessInPod.in(rig.store, rig.api.read(pod), Duration.ofSeconds(600))
                .take();
        eventually(() -> rig.labelledAre(pod));
        eventually(() -> assertThat(rig.status("jobs").token()).isEqualTo(term.token()));
        return term;
    }

    private void fallSilent() {
        rig.api.traffic().refuse(403, request -> request.isFor("coordination.k8s.io"));
        eventually(
                () -> assertThat(log.list).anyMatch(event -> event.getMessage().contains("has not confirmed")));
    }

    private void speakAgain() {
        forAWhile(Duration.ofSeconds(1), () -> assertThat(rig.row().isFree()).isFalse()); // the change is seen
        rig.api.traffic().refuseNothing();
    }

    private void delete() {
        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName("jobs")
                .delete();
    }

    private Optional<Lease> other() {
        return Optional.ofNullable(rig.store.find(List.of(OTHER)).get(OTHER));
    }

    private static DatabaseLease forOtherRow() {
        var resource = MockApi.lease("jobs", 600);
        var spec = resource.getSpec();
        resource.setSpec(new DatabaseLeaseSpec(
                "other", spec.scope(), spec.ttlSeconds(), spec.electedBy(), spec.selector(), spec.suspend()));
        return resource;
    }
}
