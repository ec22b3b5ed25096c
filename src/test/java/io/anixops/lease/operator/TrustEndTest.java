package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.JOBS;
import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.NAMESPACE;
import static io.anixops.lease.operator.Samples.TTL;
import static io.anixops.lease.operator.Samples.holding;
import static io.anixops.lease.operator.Samples.marked;
import static io.anixops.lease.operator.Samples.row;
import static io.anixops.lease.operator.Samples.term;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Timing;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TrustEndTest {
    private final ManualNanos nanos = new ManualNanos();
    private final Holdings holdings = new Holdings();
    private final PodsInMemory pods = new PodsInMemory();
    private final List<ResourceID> woken = new ArrayList<>();
    private final Queue<Runnable> workers = new ArrayDeque<>();
    private int nonces;
    private int tasks;
    private final TrustEnd trustEnd =
            new TrustEnd(holdings, new LabelRemoval(pods, () -> "n" + ++nonces), nanos, woken::add, workers::add);

    @BeforeEach
    void a_pod_leads() {
        pods.put(marked("a", "7", true));
        holdings.begin(holding("a", 7, TTL, nanos.getAsLong()));
    }

    @Test
    void the_label_goes_at_the_end_of_trust_and_not_a_moment_before() {
        nanos.pass(Timing.trust(TTL).minusNanos(1));
        tick();
        assertThat(pods.written()).isEmpty();

        nanos.pass(Duration.ofNanos(1));
        tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
        assertThat(KEYS.tokenOn(pods.get("a"))).isEqualTo(7);
        assertThat(KEYS.nonceOn(pods.get("a"))).contains("n1");
        assertThat(woken).containsExactly(JOBS);
    }

    @Test
    void it_is_done_once() {
        trustEnds();
        tick();
        tick();

        assertThat(pods.written()).containsExactly("a");
    }

    @Test
    void it_is_not_begun_again_while_it_is_under_way() {
        trustEnds();
        trustEnd.tick();
        trustEnd.tick();

        assertThat(workers).hasSize(1);
    }

    @Test
    void it_is_tried_again_when_the_api_server_failed() {
        pods.failNext(2);
        trustEnds();
        tick();
        tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isTrue();

        tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
    }

    @Test
    void it_is_tried_again_after_a_fault_of_ours_too() {
        var broken = new TrustEnd(holdings, new LabelRemoval(pods, this::failOnce), nanos, woken::add, Runnable::run);
        trustEnds();
        broken.tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isTrue();

        broken.tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
    }

    @Test
    void it_is_tried_again_when_there_was_no_thread_for_it_and_costs_the_others_nothing() {
        begin("b", Duration.ofSeconds(1));
        var poor = new TrustEnd(
                holdings, new LabelRemoval(pods, () -> "n" + ++nonces), nanos, woken::add, this::runAllButTheFirst);
        nanos.pass(Duration.ofSeconds(60));
        assertThatThrownBy(poor::tick).isInstanceOf(OutOfMemoryError.class);
        assertThat(pods.written()).containsExactly("b");

        poor.tick();
        assertThat(pods.written()).containsExactly("b", "a");
    }

    @Test
    void it_is_tried_again_when_the_pod_changes_faster_than_it_can_be_written() {
        pods.conflictNext(20);
        trustEnds();
        tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isTrue();

        tick();
        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
    }

    @Test
    void a_removal_where_no_label_is_left_is_a_real_change_all_the_same() {
        pods.put(marked("a", "7", false));
        trustEnds();
        tick();

        assertThat(KEYS.nonceOn(pods.get("a"))).contains("n1");
    }

    @Test
    void a_pod_that_is_gone_needs_no_removal() {
        holdings.begin(holding("gone", 7, TTL, nanos.getAsLong()));
        trustEnds();
        tick();
        tick();

        assertThat(pods.written()).isEmpty();
        assertThat(holdings.of(JOBS).orElseThrow().labelRetracted()).isTrue();
    }

    @Test
    void all_labels_of_a_pod_go_in_one_write() {
        var keys = new Keys("other");
        pods.put(new PodBuilder(pods.get("a"))
                .editMetadata()
                .addToLabels(keys.token(), "7")
                .addToLabels(keys.leader(), "true")
                .endMetadata()
                .build());
        beginOn("other", holding("a", 7, TTL, nanos.getAsLong()), Duration.ZERO);
        trustEnds();

        tick();

        assertThat(pods.written()).containsExactly("a");
        assertThat(Keys.labels(pods.get("a"))).doesNotContainValue("true");
        assertThat(holdings.all()).allMatch(Holding::labelRetracted);
    }

    @Test
    void passes_come_after_the_last_of_the_labels() {
        begin("later", Duration.ofSeconds(2));
        nanos.pass(Duration.ofSeconds(60));
        trustEnd.tick();

        workers.remove().run();
        assertThat(woken).isEmpty();

        workers.remove().run();
        assertThat(woken).containsExactlyInAnyOrder(JOBS, new ResourceID("later", NAMESPACE));
    }

    @Test
    void the_soonest_to_end_goes_first() {
        begin("later", Duration.ofSeconds(2));
        begin("soonest", Duration.ofSeconds(-3));
        begin("sooner", Duration.ofSeconds(-1));
        nanos.pass(Duration.ofSeconds(60));

        tick();

        assertThat(pods.written()).containsExactly("soonest", "sooner", "a", "later");
    }

    @Test
    void the_label_of_a_new_term_is_left_alone() {
        trustEnds();
        trustEnd.tick();
        holdings.begin(holding("a", 8, TTL, nanos.getAsLong()));
        pods.put(marked("a", "8", true));

        runWorkers();

        assertThat(KEYS.marksLeader(pods.get("a"))).isTrue();
        assertThat(holdings.of(JOBS)).contains(holding("a", 8, TTL, nanos.getAsLong()));
    }

    @Test
    void a_term_that_was_renewed_meanwhile_loses_its_label_again_when_trust_ends_again() {
        trustEnds();
        trustEnd.tick();
        var sentAt = nanos.getAsLong();
        holdings.change(JOBS, term("a", 7), now -> now.renewed(row("a-1", 7), TTL, sentAt));
        runWorkers();
        pods.put(marked("a", "7", true));

        trustEnds();
        tick();

        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
    }

    @Test
    void a_term_that_was_lost_loses_its_label_at_once() {
        var now = nanos.getAsLong();
        holdings.change(JOBS, term("a", 7), held -> held.lost(now));

        tick();

        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
    }

    /** A lease of its own for a pod of that name, whose trust ends so much later than that of the others. */
    private void begin(String name, Duration later) {
        var keys = new Keys(name);
        pods.put(new PodBuilder(
                        Samples.pod(name, Map.of(keys.token(), "7", keys.leader(), "true"), Map.of(keys.nonce(), "n")))
                .build());
        beginOn(name, holding(name, 7, TTL, nanos.getAsLong() + later.toNanos()), later);
    }

    private void beginOn(String name, Holding held, Duration later) {
        holdings.begin(Holding.confirmed(
                new ResourceID(name, NAMESPACE),
                "uid",
                held.leader(),
                held.term(),
                held.row(),
                TTL,
                nanos.getAsLong() + later.toNanos()));
    }

    private String failOnce() {
        if (nonces++ == 0) {
            throw new IllegalStateException("planted");
        }
        return "n" + nonces;
    }

    private void runAllButTheFirst(Runnable task) {
        if (tasks++ == 0) {
            throw new OutOfMemoryError("planted: unable to create native thread");
        }
        task.run();
    }

    private void trustEnds() {
        nanos.pass(Timing.trust(TTL));
    }

    private void tick() {
        trustEnd.tick();
        runWorkers();
    }

    private void runWorkers() {
        for (var task = workers.poll(); task != null; task = workers.poll()) {
            task.run();
        }
    }
}
