package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.LeaseName;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people see of expiries where few writes may tell of them: never one that is past. */
class LeaseOperatorBudgetTest {
    private static final Duration A_WHILE = Duration.ofSeconds(7);
    private static final Duration SIX = Duration.ofSeconds(6);

    private final OperatorRig rig = new OperatorRig();
    private long movedAt = System.nanoTime();

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void what_one_write_a_second_cannot_keep_ahead_of_the_clock_is_left_out_and_comes_back_when_there_is_room() {
        rig.api.readyPod("control-a");
        rig.startWithBudget(1);
        IntStream.range(0, 12).forEach(i -> rig.api.apply("jobs-" + i, 6));
        eventually(() -> assertThat(leases()).allMatch(lease -> isHeld(lease)));
        forAWhile(Duration.ofSeconds(1), this::moveTheDatabasesClock); // what is under way comes to its end
        rig.api.traffic().forget();

        forAWhile(A_WHILE, () -> {
            assertNoExpiryIsPast();
            assertThat(withExpiry()).hasSize(2);
        });
        assertThat(rig.api.traffic().patches())
                .filteredOn(patch -> patch.contains("/status/expiresAt"))
                .hasSizeBetween(2, (int) A_WHILE.toSeconds() + 2);

        IntStream.range(1, 12)
                .forEach(i ->
                        rig.api.client().resource(rig.api.lease("jobs-" + i)).delete());
        eventually(() -> assertThat(withExpiry())
                .singleElement()
                .satisfies(lease -> assertThat(lease.getMetadata().getName()).isEqualTo("jobs-0")));
    }

    @Test
    void what_somebody_else_holds_and_renews_is_always_shown_ahead_of_the_clock() {
        var term = aStrangerHasTheRow();
        var renewedAt = new AtomicLong(System.nanoTime());

        forAWhile(A_WHILE, () -> {
            if (System.nanoTime() - renewedAt.get() > Duration.ofSeconds(2).toNanos()) {
                rig.store.renew(List.of(new RenewalRequest(term, SIX)));
                renewedAt.set(System.nanoTime());
            }
            assertNoExpiryIsPast();
            assertThat(withExpiry()).hasSize(1);
        });
    }

    @Test
    void what_somebody_else_holds_and_does_not_renew_is_shown_only_while_it_lies_ahead() {
        aStrangerHasTheRow();

        forAWhile(Duration.ofMillis(5_500), this::assertNoExpiryIsPast);

        assertThat(withExpiry()).isEmpty();
        eventually(() -> {
            moveTheDatabasesClock();
            assertThat(rig.condition("jobs", "Held").getStatus()).isEqualTo("False");
        });
    }

    private Term aStrangerHasTheRow() {
        rig.start();
        var stranger = HolderId.of("stranger-1");
        rig.store.tryAcquire(Claim.ofOwn(OperatorRig.ROW, stranger, SIX, HolderInfo.UNKNOWN));
        rig.api.apply("jobs", 3_600);
        eventually(() -> assertThat(withExpiry()).hasSize(1));
        movedAt = System.nanoTime();
        return new Term(OperatorRig.ROW, stranger, rig.row().token(), stranger);
    }

    private void assertNoExpiryIsPast() {
        var now = moveTheDatabasesClock();
        assertThat(withExpiry())
                .filteredOn(LeaseOperatorBudgetTest::isHeld)
                .allSatisfy(lease ->
                        assertThat(Instant.parse(lease.getStatus().expiresAt())).isAfter(now));
    }

    /** It goes along with this machine's; what it was before that is the answer. */
    private Instant moveTheDatabasesClock() {
        var name = LeaseName.of("control/" + leases().get(0).getMetadata().getName());
        var row = rig.store.find(List.of(name)).get(name);
        var before = row == null ? Instant.MIN : row.expiresAt().minus(row.remaining());
        var now = System.nanoTime();
        rig.store.advance(Duration.ofNanos(now - movedAt));
        movedAt = now;
        return before;
    }

    private List<DatabaseLease> withExpiry() {
        return leases().stream()
                .filter(lease -> lease.getStatus() != null && lease.getStatus().expiresAt() != null)
                .toList();
    }

    private List<DatabaseLease> leases() {
        return rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .list()
                .getItems();
    }

    private static boolean isHeld(DatabaseLease lease) {
        return Conditions.find(lease.getStatus().conditions(), Conditions.HELD)
                .filter(held -> held.getStatus().equals(Conditions.TRUE))
                .isPresent();
    }
}
