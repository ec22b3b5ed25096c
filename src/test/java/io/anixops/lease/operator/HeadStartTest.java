package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.NAMESPACE;
import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.holding;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Timing;
import io.anixops.lease.operator.decision.Reason;
import io.anixops.lease.operator.decision.Silence;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeadStartTest {
    private static final Silence SILENCE = new Silence(Reason.DATABASE_UNREACHABLE, "it does not answer");
    private static final Duration TICK = Duration.ofMillis(50);
    private static final Duration OF_ONE = Duration.ofMillis(450);

    private final ManualNanos nanos = new ManualNanos();
    private final Holdings holdings = new Holdings();
    private final HeadStart headStart = new HeadStart(holdings, 8, TICK, nanos);

    @Test
    void one_label_begins_to_go_as_long_before_the_end_of_trust_as_its_removal_may_take() {
        holdings.begin(silent("a", TTL));

        nanos.pass(Timing.trust(TTL).minus(OF_ONE).minusNanos(1));
        headStart.tick();
        assertThat(trusted()).isEqualTo(1);

        nanos.pass(Duration.ofNanos(1));
        headStart.tick();
        assertThat(trusted()).isZero();
    }

    @Test
    void many_begin_sooner_since_only_some_are_removed_at_once() {
        for (var i = 0; i < 80; i++) {
            holdings.begin(silent("pod-" + i, TTL));
        }

        nanos.pass(Timing.trust(TTL).minus(TICK).minusMillis(10 * 400 + 79 * 5).minusNanos(1));
        headStart.tick();
        assertThat(trusted()).isEqualTo(80);

        nanos.pass(Duration.ofNanos(1));
        headStart.tick();
        assertThat(trusted()).isZero();
    }

    @Test
    void however_many_there_are_the_first_half_of_the_time_to_come_back_is_theirs() {
        for (var i = 0; i < 5_000; i++) {
            holdings.begin(silent("pod-" + i, TTL));
        }

        nanos.pass(TTL.dividedBy(2).minusNanos(1));
        headStart.tick();

        assertThat(trusted()).isEqualTo(5_000);
    }

    @Test
    void the_soonest_to_end_begin_for_the_sake_of_those_after_them_and_later_ones_do_not() {
        holdings.begin(silent("soon", TTL));
        nanos.pass(Duration.ofSeconds(1));
        holdings.begin(silent("later", TTL));

        nanos.pass(Timing.trust(TTL).minusSeconds(1).minus(OF_ONE));
        headStart.tick();

        assertThat(holdings.of(id("soon")).orElseThrow().trust().isOpenAt(nanos.getAsLong()))
                .isFalse();
        assertThat(holdings.of(id("later")).orElseThrow().trust().isOpenAt(nanos.getAsLong()))
                .isTrue();
    }

    @Test
    void a_label_that_goes_takes_along_those_of_its_pod_that_would_follow_soon() {
        holdings.begin(silent("first", "control-a"));
        nanos.pass(TTL.dividedBy(6).minus(OF_ONE));
        holdings.begin(silent("soon-after", "control-a"));
        holdings.begin(silent("elsewhere", "control-b"));
        nanos.pass(Duration.ofSeconds(1));
        holdings.begin(silent("later", "control-a"));

        nanos.pass(Timing.trust(TTL).minus(TTL.dividedBy(6)).minusSeconds(1));
        headStart.tick();

        assertThat(holdings.all().stream()
                        .filter(holding -> holding.trust().isOpenAt(nanos.getAsLong()))
                        .map(holding -> holding.resource().getName()))
                .containsExactlyInAnyOrder("elsewhere", "later");
    }

    @Test
    void what_the_database_confirmed_last_is_trusted_to_the_end() {
        holdings.begin(of("a", holding("a", 7, TTL, nanos.getAsLong())));

        nanos.pass(Timing.trust(TTL).minusNanos(1));
        headStart.tick();

        assertThat(trusted()).isEqualTo(1);
    }

    @Test
    void an_answer_brings_trust_back() {
        holdings.begin(silent("a", TTL));
        nanos.pass(Timing.trust(TTL).minus(OF_ONE));
        headStart.tick();

        var held = holdings.of(id("a")).orElseThrow();
        var renewed = held.renewed(held.row(), TTL, nanos.getAsLong());

        assertThat(renewed.trust().isOpenAt(nanos.getAsLong())).isTrue();
    }

    private long trusted() {
        return holdings.all().stream()
                .filter(holding -> holding.trust().isOpenAt(nanos.getAsLong()))
                .count();
    }

    private Holding silent(String pod, Duration ttl) {
        return of(pod, holding(pod, 7, ttl, nanos.getAsLong()).silent(nanos.getAsLong(), SILENCE));
    }

    private Holding silent(String resource, String pod) {
        return of(resource, holding(pod, 7, TTL, nanos.getAsLong()).silent(nanos.getAsLong(), SILENCE));
    }

    /** A resource of its own for each pod. */
    private static Holding of(String pod, Holding held) {
        return new Holding(
                id(pod),
                "uid",
                held.leader(),
                held.term(),
                held.row(),
                held.ttl(),
                held.trust(),
                held.renewAt(),
                held.state(),
                held.labelRetracted(),
                held.silence());
    }

    private static ResourceID id(String pod) {
        return new ResourceID(pod, NAMESPACE);
    }
}
