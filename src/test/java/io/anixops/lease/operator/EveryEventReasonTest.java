package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.suspend;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each reason of an Event has something that happens and is told by it; a new one does not compile without. */
class EveryEventReasonTest {
    private final OperatorRig rig = new OperatorRig();
    private final Recorded events = new Recorded(rig.api.client());

    @BeforeEach
    void start() {
        rig.start();
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource
    void something_that_happens_is_told_by_it(EventReason reason) {
        happens(reason);

        eventually(() -> assertThat(events.of(reason)).singleElement().satisfies(event -> {
            assertThat(event.getType()).isEqualTo(reason.type().text());
            assertThat(event.getRegarding().getName()).isIn("jobs", "younger");
        }));
    }

    @Test
    void a_leader_that_is_suspended_as_was_asked_for_is_no_warning() {
        rig.leads(600, "control-a");

        rig.edit("jobs", suspend(true));

        eventually(() -> assertThat(events.of(EventReason.LEASE_LOST))
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getType()).isEqualTo("Normal");
                    assertThat(event.getNote()).startsWith("pod control-a does not lead any more, as was asked for");
                }));
        assertThat(events.all()).allMatch(event -> event.getType().equals("Normal"));
    }

    private void happens(EventReason reason) {
        switch (reason) {
            case LEADER_ELECTED -> rig.leads(600, "control-a");
            case HANDED_OVER -> aLeaderBecomesUnready();
            case TAKEN_OVER -> aStrangerHasTheRow();
            case LEASE_LOST -> theDatabaseStaysAway();
            case NO_CANDIDATE -> rig.api.apply("jobs");
            case CANDIDATE_REFUSED -> aPodHasTooLongAName();
            case CONFLICT -> anotherWantsTheSameRow();
            case NOT_PERMITTED -> ofScope(DatabaseLeaseSpec.SCOPE_SHARED);
            case INVALID_SPEC -> ofScope("Galaxy");
            case TOKEN_REGRESSED -> anOlderRowIsRestored();
            case KEYS_CORRECTED -> anotherHandTakesTheLabelOff();
            case DATABASE_UNREACHABLE -> theDatabaseStaysAway();
            case DATABASE_REACHABLE -> theDatabaseComesBack();
            case STEPPED_DOWN -> theLeaderIsAskedToStepDown();
        }
    }

    private void aLeaderBecomesUnready() {
        rig.leads(600, "control-a", "control-b");
        rig.api.setReady("control-a", false);
    }

    private void aStrangerHasTheRow() {
        rig.store.tryAcquire(
                Claim.ofOwn(OperatorRig.ROW, HolderId.of("stranger-1"), Duration.ofHours(1), HolderInfo.UNKNOWN));
        rig.api.readyPod("control-a");
        rig.api.apply("jobs");
    }

    private void theDatabaseStaysAway() {
        rig.leads(5, "control-a");
        rig.store.goDown();
    }

    private void theDatabaseComesBack() {
        theDatabaseStaysAway();
        eventually(() -> assertThat(events.of(EventReason.DATABASE_UNREACHABLE)).hasSize(1));
        rig.store.comeBack();
    }

    private void aPodHasTooLongAName() {
        rig.api.readyPod("c".repeat(Candidates.LONGEST_POD_NAME + 1));
        rig.api.apply("jobs");
    }

    private void anotherWantsTheSameRow() {
        rig.leads(600, "control-a");
        var younger = MockApi.lease("younger", 600);
        younger.setSpec(new DatabaseLeaseSpec(
                "jobs", null, 600L, null, younger.getSpec().selector(), null));
        rig.api.client().resource(younger).create();
    }

    private void ofScope(String scope) {
        var lease = MockApi.lease("jobs", 600);
        lease.setSpec(scope(scope).apply(lease.getSpec()));
        rig.api.client().resource(lease).create();
    }

    private void theLeaderIsAskedToStepDown() {
        rig.leads(600, "control-a", "control-b");
        rig.askToStepDown("now");
    }

    /** As a backup has it: the token is one that the pods have left behind. */
    private void anOlderRowIsRestored() {
        rig.leads(5, "control-a", "control-b");
        var older = rig.row();
        rig.api.setReady("control-a", false);
        eventually(() -> rig.labelledAre("control-b"));
        rig.store.restore(heldBy(rig.row(), older.token()), Duration.ofSeconds(5));
    }

    private static Lease heldBy(Lease row, long token) {
        return new Lease(
                row.name(),
                row.holder(),
                token,
                row.acquiredAt(),
                row.renewedAt(),
                row.expiresAt(),
                row.renewer(),
                row.holderInfo(),
                row.remaining());
    }

    private void anotherHandTakesTheLabelOff() {
        rig.leads(600, "control-a");
        rig.api.patchPod(
                "control-a", List.of(Map.of("op", "remove", "path", "/metadata/labels/leader.lease.anixops.io~1jobs")));
    }

    private static UnaryOperator<DatabaseLeaseSpec> scope(String scope) {
        return spec -> new DatabaseLeaseSpec(
                spec.leaseName(), scope, spec.ttlSeconds(), spec.electedBy(), spec.selector(), spec.suspend());
    }
}
