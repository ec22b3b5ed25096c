package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.JOBS;
import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.LeaseName;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Reason;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What is read of rows that pods hold, when, and whom it wakes. */
class ReadingsTest {
    private static final Duration TTL = Duration.ofSeconds(30);
    private static final LeaseName ROW = LeaseName.of("control/jobs");
    private static final HolderId A = HolderId.of("a-1f2e3d4c");
    private static final HolderId B = HolderId.of("b-1f2e3d4c");

    private final ManualNanos nanos = new ManualNanos();
    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final Sightings sightings = new Sightings();
    private final Set<ResourceID> gone = new HashSet<>();
    private final List<ResourceID> woken = new ArrayList<>();
    private final Readings readings = new Readings(sightings, store, id -> !gone.contains(id), nanos, woken::add);

    @Test
    void a_row_is_read_at_once_and_then_every_third_of_the_ttl() {
        take(A);
        watch("jobs");
        readings.tick();
        assertThat(seen().row()).isNotNull();
        assertThat(woken).containsExactly(JOBS);
        var calls = store.calls();

        pass(Duration.ofSeconds(10).minusNanos(1));
        readings.tick();
        assertThat(store.calls()).isEqualTo(calls);

        pass(Duration.ofNanos(1));
        readings.tick();
        assertThat(store.calls()).isEqualTo(calls + 1);
    }

    @Test
    void all_rows_that_are_due_are_read_in_one_statement_and_those_due_soon_go_along() {
        watch("jobs");
        readings.tick();
        pass(Duration.ofSeconds(2));
        watch("others");
        readings.tick();
        var calls = store.calls();

        pass(Duration.ofSeconds(8));
        readings.tick();
        pass(Duration.ofSeconds(2));
        readings.tick();

        assertThat(store.calls()).isEqualTo(calls + 1);
    }

    @Test
    void a_renewal_is_no_news() {
        var term = take(A);
        watch("jobs");
        readings.tick();
        woken.clear();

        pass(Duration.ofSeconds(10));
        store.renew(List.of(new RenewalRequest(term, TTL)));
        readings.tick();

        assertThat(woken).isEmpty();
        assertThat(seen().isTrustedAt(nanos.getAsLong() + Duration.ofSeconds(24).toNanos()))
                .isTrue();
    }

    @Test
    void another_term_an_end_and_a_beginning_are_news() {
        var first = take(A);
        watch("jobs");
        readings.tick();

        store.release(first);
        assertNews();
        take(B);
        assertNews();
        store.deleteRow(ROW);
        assertNews();
    }

    @Test
    void trust_ends_before_the_term_does_counted_from_before_the_reading() {
        take(A);
        watch("jobs");
        store.beforeNext(() -> pass(Duration.ofSeconds(2))); // a slow answer
        var sentAt = nanos.getAsLong();
        readings.tick();

        var end = sentAt + seen().row().remaining().minusSeconds(5).toNanos();
        assertThat(seen().isTrustedAt(end - 1)).isTrue();
        assertThat(seen().isTrustedAt(end)).isFalse();
    }

    @Test
    void the_label_of_a_term_is_trusted_until_another_one_is_read() {
        take(A);
        watch("jobs");
        readings.tick();
        var target = target(seen().row().token());
        sightings.placed(JOBS, target);
        assertThat(sightings.trusts(JOBS, target, nanos.getAsLong())).isTrue();

        store.advance(Duration.ofSeconds(31));
        take(B);
        readings.soon(JOBS);
        readings.tick();

        assertThat(sightings.trusts(JOBS, target, nanos.getAsLong())).isFalse();
        assertThat(sightings.labelled(JOBS).orElseThrow().trust().isOpenAt(nanos.getAsLong()))
                .isFalse();
    }

    @Test
    void a_term_that_is_renewed_after_its_label_went_is_news() {
        var term = take(A);
        watch("jobs");
        readings.tick();
        pass(Duration.ofSeconds(26));
        woken.clear();

        store.renew(List.of(new RenewalRequest(term, TTL)));
        readings.tick();

        assertThat(woken).containsExactly(JOBS);
    }

    @Test
    void silence_is_news_once_and_so_is_its_end_and_the_last_answer_stays() {
        take(A);
        watch("jobs");
        readings.tick();
        var before = seen().row();
        woken.clear();
        store.goDown();

        readings.soon(JOBS);
        readings.tick();
        assertThat(woken).containsExactly(JOBS);
        assertThat(seen().silence().why()).isEqualTo(Reason.DATABASE_UNREACHABLE);
        assertThat(seen().row()).isEqualTo(before);
        pass(Duration.ofSeconds(2));
        readings.tick();
        assertThat(woken).containsExactly(JOBS);

        store.comeBack();
        pass(Duration.ofSeconds(2));
        readings.tick();
        assertThat(woken).containsExactly(JOBS, JOBS);
        assertThat(seen().silence()).isNull();
    }

    @Test
    void a_resource_that_is_gone_is_read_no_more() {
        watch("jobs");
        gone.add(JOBS);

        readings.tick();

        assertThat(store.calls()).isZero();
    }

    @Test
    void a_changed_ttl_makes_the_row_due_and_a_resource_made_again_starts_anew() {
        take(A);
        watch("jobs");
        readings.tick();

        sightings.watch(resource("jobs"), row("jobs", Duration.ofSeconds(60)), nanos.getAsLong());
        assertThat(seen().readAt()).isEqualTo(nanos.getAsLong());
        assertThat(seen().wasAsked()).isTrue();

        var again = resource("jobs");
        again.getMetadata().setUid("uid-again");
        sightings.watch(again, row("jobs", TTL), nanos.getAsLong());
        assertThat(seen().wasAsked()).isFalse();
    }

    private void assertNews() {
        woken.clear();
        readings.soon(JOBS);
        readings.tick();
        assertThat(woken).containsExactly(JOBS);
    }

    private Term take(HolderId holder) {
        var info = new HolderInfo("east", NAMESPACE, "a", "uid-a", null);
        return ((Attempt.Held) store.tryAcquire(new Claim(ROW, holder, holder, TTL, info, 0))).term();
    }

    private void watch(String name) {
        sightings.watch(resource(name), row(name, TTL), nanos.getAsLong());
    }

    private static LeaseRow.Named row(String name, Duration ttl) {
        return new LeaseRow.Named(LeaseName.of("control/" + name), ttl, LeaseRow.ElectedBy.PODS);
    }

    private static DatabaseLease resource(String name) {
        var resource = MockApi.lease(name, 30);
        resource.getMetadata().setUid("uid-" + name);
        return resource;
    }

    private static LabelTarget target(long token) {
        return new LabelTarget(NAMESPACE, KEYS, "a", "uid-a", token);
    }

    private Sighting seen() {
        return sightings.of(JOBS).orElseThrow();
    }

    /** For this process and the database alike. */
    private void pass(Duration time) {
        nanos.pass(time);
        store.advance(time);
    }
}
