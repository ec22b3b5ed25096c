package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InMemoryLeaseStoreTest extends LeaseStoreContract {
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();

    @Override
    protected LeaseStore store() {
        return store;
    }

    @Override
    protected void pass(Duration duration) {
        store.advance(duration);
    }

    @Test
    void a_lease_is_still_held_at_the_moment_of_its_expiry_and_free_after_it() {
        var held = take(ALICE);

        pass(held.lease().remaining().minusNanos(1_000)); // a call takes a microsecond
        assertThat(refused(BOB).remaining()).isZero();

        assertThat(take(BOB).term().holder()).isEqualTo(BOB);
    }

    @Test
    void a_call_whose_answer_got_lost_was_carried_out() {
        store.loseNextAnswer();

        assertThatThrownBy(() -> store.tryAcquire(claim(ALICE))).isInstanceOf(LeaseStoreException.class);

        assertThat(row().isHeldBy(ALICE)).isTrue();
    }

    @Test
    void a_late_call_is_carried_out_when_it_is_let_go() {
        var held = take(ALICE);
        store.delayNext();
        assertThat(renew(held.term())).isInstanceOf(Renewal.Failed.class);
        pass(Duration.ofSeconds(10));
        assertThat(row().expiresAt()).isEqualTo(held.lease().expiresAt());

        store.executeLateOnes();

        assertThat(row().expiresAt()).isAfter(held.lease().expiresAt());
    }

    @Test
    void a_store_that_is_down_fails_every_call_until_it_comes_back() {
        var held = take(ALICE);
        store.goDown();

        assertThatThrownBy(() -> store.find(List.of(name))).isInstanceOf(LeaseStoreException.class);
        assertThat(renew(held.term())).isInstanceOf(Renewal.Failed.class);

        store.comeBack();
        assertThat(renew(held.term())).isInstanceOf(Renewal.Renewed.class);
    }

    @Test
    void each_line_to_the_same_rows_fails_by_itself() {
        var other = store.anotherLine();
        store.goDown();

        assertThat(other.tryAcquire(claim(BOB))).isInstanceOf(Attempt.Held.class);
    }

    @Test
    void a_call_that_hangs_goes_on_when_the_store_comes_back() throws Exception {
        store.hang();
        var call = CompletableFuture.supplyAsync(() -> store.tryAcquire(claim(ALICE)));

        store.comeBack();

        assertThat(call.get(20, TimeUnit.SECONDS)).isInstanceOf(Attempt.Held.class);
    }
}
