package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.electedBy;
import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static io.anixops.lease.operator.OperatorRig.suspend;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A whole operator beside pods that hold the lease themselves; its store refuses everything but to read. */
class LeaseOperatorMirrorTest {
    private static final Duration TTL = Duration.ofSeconds(600); // polled every 200 s: what moves, a notification moved

    private final OperatorRig rig = new OperatorRig();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_pod_whose_process_holds_the_lease_bears_the_label_and_is_shown() {
        start(TTL, "control-a", "control-b");
        process("control-b").take();

        eventually(() -> rig.labelledAre("control-b"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        var status = rig.status("jobs");
        assertThat(status.leader()).isEqualTo("control-b");
        assertThat(status.holder()).isEqualTo("control-b-1f2e3d4c");
        assertThat(status.holderPod()).isEqualTo("control-b");
        assertThat(status.token()).isEqualTo(rig.row().token());
        assertThat(status.transitions()).isEqualTo(1);
        assertThat(rig.condition("jobs", "Held").getStatus()).isEqualTo("True");
        assertThat(rig.api.read("control-b").getMetadata().getLabels())
                .containsEntry(
                        "token.lease.anixops.io/jobs", String.valueOf(rig.row().token()));
    }

    @Test
    void a_lease_that_nobody_holds_is_shown_as_free() {
        start(TTL, "control-a");

        eventually(() -> rig.readyIs("False", "NoCandidate"));
        assertThat(rig.condition("jobs", "Held").getStatus()).isEqualTo("False");
        assertThat(rig.status("jobs").leader()).isNull();
    }

    @Test
    void the_label_moves_with_the_lease_and_goes_when_it_is_given_up() {
        start(TTL, "control-a", "control-b");
        var first = process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));

        rig.store.release(first);
        eventually(() -> rig.labelledAre());
        eventually(() -> rig.readyIs("False", "NoCandidate"));
        assertThat(rig.status("jobs").holder()).isNull();

        process("control-b").take();
        eventually(() -> rig.labelledAre("control-b"));
        eventually(() -> assertThat(rig.status("jobs").transitions()).isEqualTo(2));
    }

    @Test
    void a_leader_that_is_not_ready_keeps_the_label_as_its_process_holds_the_lease() {
        start(TTL, "control-a", "control-b");
        process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));

        rig.api.setReady("control-a", false);

        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-a"));
    }

    @Test
    void a_leader_that_has_ended_loses_the_label_at_once_though_the_row_names_it() {
        start(TTL, "control-a");
        process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));

        rig.api.patchPod("control-a", List.of(Map.of("op", "replace", "path", "/status/phase", "value", "Succeeded")));

        eventually(() -> rig.labelledAre());
        eventually(() -> rig.readyIs("False", "LabelPending"));
        assertThat(rig.condition("jobs", "Ready").getMessage())
                .endsWith("and does not bear the label: it is terminating, or has ended");
    }

    @Test
    void the_label_goes_before_the_term_ends_where_its_process_is_gone_and_the_database_silent() {
        start(Duration.ofSeconds(9), "control-a");
        process("control-a", Duration.ofSeconds(9)).take();
        eventually(() -> rig.labelledAre("control-a"));
        var since = System.nanoTime(); // the last answer is older
        rig.store.hang();

        eventually(() -> rig.labelledAre());

        assertThat(Duration.ofNanos(System.nanoTime() - since)).isLessThan(Duration.ofSeconds(9));
        rig.store.goDown();
        eventually(() -> rig.readyIs("False", "DatabaseUnreachable"));
        assertThat(rig.status("jobs").leader()).isNull();
        assertThat(rig.condition("jobs", "Held").getStatus()).isEqualTo("Unknown");
    }

    @Test
    void a_silence_that_ends_in_time_moves_no_label() {
        start(TTL, "control-a");
        process("control-a").take();
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        rig.store.goDown();
        rig.edit("jobs", OperatorRig.ttl(6)); // read at once, in vain
        eventually(() -> assertThat(rig.condition("jobs", "DatabaseReachable").getStatus())
                .isEqualTo("False"));
        rig.labelledAre("control-a");

        rig.store.comeBack();

        eventually(() -> assertThat(rig.condition("jobs", "DatabaseReachable").getStatus())
                .isEqualTo("True"));
        rig.labelledAre("control-a");
    }

    @Test
    void a_holder_in_another_cluster_and_one_that_nobody_knows_are_shown_as_such() {
        start(TTL, "control-a");
        var west = new HolderInfo("west", MockApi.NAMESPACE, "control-a", "uid-west", null);
        var term = new ProcessInPod(rig.store, OperatorRig.ROW, HolderId.of("control-a-9"), west, TTL).take();
        eventually(() -> rig.readyIs("True", "LeaderElsewhere"));
        assertThat(rig.status("jobs").leader()).isEqualTo("west/control-a");
        assertThat(rig.status("jobs").holderCluster()).isEqualTo("west");

        rig.store.release(term);
        new ProcessInPod(rig.store, OperatorRig.ROW, HolderId.of("stranger"), HolderInfo.UNKNOWN, TTL).take();

        eventually(() -> rig.readyIs("False", "HolderUnknown"));
        assertThat(rig.status("jobs").leader()).isEqualTo("stranger");
        rig.labelledAre();
    }

    @Test
    void a_holder_that_tells_nothing_is_found_by_its_id_unless_its_pod_was_made_after_the_term_began() {
        start(TTL, "control-a");
        var process = process("control-a").withoutInfo();
        var term = process.take(); // long before, by the database's clock
        eventually(() -> rig.readyIs("False", "HolderUnknown"));
        rig.labelledAre();

        rig.store.release(term);
        rig.store.advance(Duration.between(rig.row().acquiredAt(), Instant.now().plusSeconds(60)));
        process.take();

        eventually(() -> rig.labelledAre("control-a"));
    }

    @Test
    void a_suspended_lease_keeps_its_holder_and_loses_its_label_until_it_goes_on() {
        start(TTL, "control-a");
        process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));
        var row = rig.row();

        rig.edit("jobs", suspend(true));
        eventually(() -> rig.labelledAre());
        eventually(() -> rig.readyIs("False", "Suspended"));
        assertThat(rig.condition("jobs", "Held").getStatus()).isEqualTo("True");
        assertThat(rig.row().expiresAt()).isEqualTo(row.expiresAt());

        rig.edit("jobs", suspend(false));
        eventually(() -> rig.labelledAre("control-a"));
    }

    @Test
    void a_deleted_resource_leaves_no_key_and_the_row_as_it_is() {
        start(TTL, "control-a");
        process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));
        var row = rig.row();

        rig.api.client().resource(rig.api.lease("jobs")).delete();

        eventually(() ->
                assertThat(rig.api.read("control-a").getMetadata().getLabels()).containsOnlyKeys("app"));
        assertThat(rig.row().expiresAt()).isEqualTo(row.expiresAt());
    }

    @Test
    void a_restarted_operator_writes_to_no_pod_whose_label_is_right() {
        var operator = start(TTL, "control-a");
        process("control-a").take();
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        var version = rig.api.read("control-a").getMetadata().getResourceVersion();
        rig.stop(operator);

        rig.start(new OnlyReads(rig.store), Set.of());
        rig.api.readyPod("control-z"); // and something happens

        forAWhile(
                Duration.ofSeconds(1),
                () -> assertThat(rig.api.read("control-a").getMetadata().getResourceVersion())
                        .isEqualTo(version));
    }

    @Test
    void a_token_below_one_that_a_pod_bears_is_shown_and_labels_nobody_until_it_is_raised() {
        start(TTL, "control-a", "control-b");
        process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));
        put("control-a", 41);
        eventually(() -> assertThat(rig.status("jobs").token()).isEqualTo(41));

        put("control-b", 7); // as a backup would, and control-b has never led

        eventually(() -> rig.readyIs("False", "TokenRegressed"));
        assertThat(rig.condition("jobs", "Ready").getMessage()).endsWith("lease raise-token control/jobs --above 41");
        eventually(() -> rig.labelledAre());
        rig.api.traffic().forget();
        rig.edit("jobs", OperatorRig.ttl(601));
        forAWhile(
                Duration.ofSeconds(1),
                () -> assertThat(rig.api.traffic().podWrites()).isEmpty());

        put("control-b", 42);
        eventually(() -> rig.labelledAre("control-b"));
        eventually(() -> rig.readyIs("True", "LeaderHere"));
    }

    @Test
    void a_changed_mode_gives_up_what_the_operator_held_and_then_only_reads() {
        rig.start();
        rig.leads(600, "control-a", "control-b");

        rig.edit("jobs", electedBy("Pods"));
        eventually(() -> rig.labelledAre());
        eventually(() -> assertThat(rig.row().isFree()).isTrue());
        eventually(() -> rig.readyIs("False", "NoCandidate"));

        process("control-b").take();
        eventually(() -> rig.labelledAre("control-b"));
    }

    @Test
    void a_changed_mode_takes_the_label_off_and_waits_for_the_process_that_holds_it() {
        rig.start();
        apply(TTL, "control-a", "control-b");
        var term = process("control-b").take();
        eventually(() -> rig.labelledAre("control-b"));

        rig.edit("jobs", electedBy("Operator"));
        eventually(() -> rig.labelledAre());
        eventually(() -> rig.readyIs("False", "HolderUnknown"));
        assertThat(rig.row().holder()).isEqualTo("control-b-1f2e3d4c");

        rig.store.release(term);
        eventually(() -> rig.readyIs("True", "LeaderHere"));
    }

    @Test
    void a_term_that_a_former_operator_left_behind_labels_nobody_and_is_left_alone() {
        var former = rig.start();
        rig.leads(600, "control-a");
        rig.stop(former);
        rig.edit("jobs", electedBy("Pods"));
        var row = rig.row();

        rig.start(new OnlyReads(rig.store), Set.of());

        eventually(() -> rig.readyIs("False", "HolderUnknown"));
        rig.labelledAre();
        assertThat(rig.row().expiresAt()).isEqualTo(row.expiresAt());
    }

    @Test
    void the_expiry_that_is_shown_stays_ahead_while_the_process_renews() {
        start(Duration.ofSeconds(6), "control-a");
        var process = process("control-a", Duration.ofSeconds(6));
        var term = process.take();
        eventually(() -> rig.readyIs("True", "LeaderHere"));
        var shown = Instant.parse(rig.status("jobs").expiresAt());

        rig.store.advance(Duration.ofSeconds(4));
        process.renew(term);

        eventually(
                () -> assertThat(Instant.parse(rig.status("jobs").expiresAt())).isAfterOrEqualTo(shown.plusSeconds(4)));
        assertThat(rig.status("jobs").transitions()).isEqualTo(1);
    }

    @Test
    void the_younger_of_two_resources_with_one_row_has_no_part_in_it() {
        start(TTL, "control-a");
        process("control-a").take();
        eventually(() -> rig.labelledAre("control-a"));
        var other = mirrored("others", TTL);
        other.setSpec(new DatabaseLeaseSpec(
                "jobs", null, 600L, "Pods", other.getSpec().selector(), null));
        rig.api.client().resource(other).create();

        eventually(
                () -> assertThat(rig.condition("others", "Ready").getReason()).isEqualTo("Conflict"));
        assertThat(rig.api.labelled("others")).isEmpty();
        rig.labelledAre("control-a");
    }

    private LeaseOperator start(Duration ttl, String... pods) {
        var operator = rig.start(new OnlyReads(rig.store), Set.of());
        apply(ttl, pods);
        return operator;
    }

    private void apply(Duration ttl, String... pods) {
        for (var pod : pods) {
            rig.api.readyPod(pod);
        }
        rig.api.client().resource(mirrored("jobs", ttl)).create();
    }

    private static DatabaseLease mirrored(String name, Duration ttl) {
        var resource = MockApi.lease(name, ttl.toSeconds());
        resource.setSpec(electedBy("Pods").apply(resource.getSpec()));
        return resource;
    }

    private ProcessInPod process(String pod) {
        return process(pod, TTL);
    }

    private ProcessInPod process(String pod, Duration ttl) {
        return ProcessInPod.in(rig.store, rig.api.read(pod), ttl);
    }

    /** A row that somebody put there, as a backup does or an administrator; whoever listens is told. */
    private void put(String pod, long token) {
        var process = process(pod);
        var now = Instant.now();
        var row = new Lease(
                OperatorRig.ROW,
                process.holder().value(),
                token,
                now,
                now,
                now.plus(TTL),
                process.holder().value(),
                process.info(),
                TTL);
        rig.store.restore(row, TTL);
        rig.store.comeBack();
    }

    /** A store for a role that may only SELECT. */
    private record OnlyReads(LeaseStore store) implements LeaseStore {
        @Override
        public Attempt tryAcquire(Claim claim) {
            throw new AssertionError("tryAcquire " + claim);
        }

        @Override
        public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
            if (requests.isEmpty()) {
                return Map.of();
            }
            throw new AssertionError("renew " + requests);
        }

        @Override
        public Attempt handOver(Term from, Claim to) {
            throw new AssertionError("handOver " + from);
        }

        @Override
        public boolean release(Term term) {
            throw new AssertionError("release " + term);
        }

        @Override
        public Optional<Lease> shorten(Term term, Lease known, Duration ttl) {
            throw new AssertionError("shorten " + term);
        }

        @Override
        public Map<LeaseName, Lease> find(Collection<LeaseName> names) {
            return store.find(names);
        }

        @Override
        public Subscription watch(Consumer<Optional<LeaseName>> onChange) {
            return store.watch(onChange);
        }
    }
}
