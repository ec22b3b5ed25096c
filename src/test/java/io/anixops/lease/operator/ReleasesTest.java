package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.LeaseStoreException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReleasesTest {
    private final ManualNanos nanos = new ManualNanos();
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final Releases releases = new Releases(store, nanos);

    @Test
    void a_release_that_was_answered_is_not_remembered() {
        releases.release(term("a", 7));

        assertThat(releases.mayStillEnd(term("a", 7))).isFalse();
        assertThat(releases.size()).isZero();
    }

    @Test
    void one_without_an_answer_bars_its_term_until_a_new_one_begins() {
        releaseInVain();

        assertThat(releases.mayStillEnd(term("a", 7))).isTrue();
        assertThat(releases.mayStillEnd(term("a", 8))).isFalse();

        releases.forget(term("a", 8));
        assertThat(releases.size()).isZero();
    }

    @Test
    void one_whose_resource_is_gone_is_forgotten_when_no_term_of_its_time_can_go_on() {
        releaseInVain();
        store.comeBack();

        nanos.pass(Duration.ofHours(25));
        releases.release(anotherRow());
        assertThat(releases.mayStillEnd(term("a", 7))).isTrue();

        nanos.pass(Duration.ofNanos(1));
        releases.release(anotherRow());
        assertThat(releases.size()).isZero();
    }

    private void releaseInVain() {
        store.goDown();
        assertThatThrownBy(() -> releases.release(term("a", 7))).isInstanceOf(LeaseStoreException.class);
    }

    private static io.anixops.lease.Term anotherRow() {
        var one = term("a", 7);
        return new io.anixops.lease.Term(
                io.anixops.lease.LeaseName.of("control/another"), one.holder(), one.token(), one.renewer());
    }
}
