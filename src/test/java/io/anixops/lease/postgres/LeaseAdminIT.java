package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.ALICE;
import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Attempt;
import io.anixops.lease.Renewal;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeaseAdminIT {
    private final LeaseDatabase leases = LeaseDatabase.create();
    private final LeaseAdmin admin = new LeaseAdmin(leases.source(), TableName.DEFAULT);

    @Test
    void a_token_is_raised_above_what_was_seen_and_nothing_else_changes() {
        var before = leases.take(ALICE).lease();

        var raised = admin.raiseToken(NAME, before.token() + 1_000).orElseThrow();

        assertThat(raised.token()).isGreaterThan(before.token() + 1_000);
        assertThat(raised.holder()).isEqualTo(before.holder());
        assertThat(raised.expiresAt()).isEqualTo(before.expiresAt());
        assertThat(raised.acquiredAt()).isEqualTo(before.acquiredAt());
        assertThat(leases.row().token()).isEqualTo(raised.token());
    }

    @Test
    void again_is_harmless() {
        var before = leases.take(ALICE).lease();
        var raised = admin.raiseToken(NAME, before.token()).orElseThrow();

        assertThat(admin.raiseToken(NAME, before.token()).orElseThrow().token()).isEqualTo(raised.token());
    }

    @Test
    void a_holder_that_renews_by_its_token_begins_again_under_the_new_one() {
        var held = leases.take(ALICE);
        var raised = admin.raiseToken(NAME, held.term().token()).orElseThrow();

        assertThat(leases.renew(held.term())).isInstanceOf(Renewal.Lost.class);
        assertThat(leases.store.tryAcquire(LeaseDatabase.claim(NAME, ALICE, LeaseDatabase.TTL)))
                .isInstanceOfSatisfying(
                        Attempt.Held.class,
                        again -> assertThat(again.term().token()).isEqualTo(raised.token()));
    }

    @Test
    void the_next_term_of_a_row_that_is_free_is_above_it_too() {
        leases.store.release(leases.take(ALICE).term());
        var raised = admin.raiseToken(NAME, leases.row().token() + 7).orElseThrow();

        assertThat(raised.isFree()).isTrue();
        assertThat(leases.take(ALICE).term().token()).isGreaterThan(raised.token());
    }

    @Test
    void whoever_listens_is_told() throws InterruptedException {
        leases.take(ALICE);
        var told = new CountDownLatch(1);
        var first = new CountDownLatch(1);
        try (var watch = leases.store.watch(change -> {
            first.countDown(); // it listens
            change.filter(NAME::equals).ifPresent(name -> told.countDown());
        })) {
            assertThat(first.await(20, TimeUnit.SECONDS)).isTrue();

            admin.raiseToken(NAME, leases.row().token());

            assertThat(told.await(Duration.ofSeconds(20).toMillis(), TimeUnit.MILLISECONDS))
                    .as("%s", watch)
                    .isTrue();
        }
    }

    @Test
    void there_is_nothing_to_raise_without_a_row() {
        assertThat(admin.raiseToken(NAME, 7)).isEmpty();
    }

    @Test
    void a_token_that_nothing_can_be_above_is_refused_with_its_value() {
        assertThatThrownBy(() -> admin.raiseToken(NAME, Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("9223372036854775807");
        assertThatThrownBy(() -> admin.raiseToken(NAME, -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }
}
