package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Electors on real threads and the real clock; the store is in memory, and its clock stands unless it is moved. */
class ElectorTest {
    private static final LeaseName NAME = LeaseName.of("jobs");
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofSeconds(1);

    private final InMemoryLeaseStore store = new InMemoryLeaseStore();
    private final ExecutorService callers = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        store.comeBack();
        callers.shutdownNow();
    }

    @Test
    void runs_work_until_it_is_closed_and_gives_the_lease_back() throws Exception {
        var elector = Elector.builder(store).name(NAME).ttl(LONG).build();
        var leading = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        var run = callers.submit(() -> {
            elector.run(lead -> standStill(leading, interrupted));
            return true;
        });
        await(leading);
        assertThat(elector.isLeading()).isTrue();

        elector.close();

        assertThat(elector.isLeading()).isFalse();
        assertThat(interrupted.getCount()).isZero();
        assertThat(row().isFree()).isTrue();
        assertThat(run.get(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_interrupt_of_run_stops_the_work_and_gives_the_lease_back_first() throws Exception {
        var elector = Elector.builder(store).name("jobs").ttl(LONG).build();
        var leading = new CountDownLatch(1);
        var interrupted = new CountDownLatch(1);
        var runner = new AtomicReference<Thread>();
        var run = callers.submit(() -> {
            runner.set(Thread.currentThread());
            elector.run(lead -> standStill(leading, interrupted));
            return true;
        });
        await(leading);

        runner.get().interrupt();

        assertThatThrownBy(() -> run.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(interrupted.getCount()).isZero();
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void an_elector_runs_once() throws Exception {
        var elector = Elector.builder(store).name(NAME).build();
        elector.close();
        elector.run(lead -> {});

        assertThatThrownBy(() -> elector.run(lead -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void work_is_told_to_stop_in_time_when_the_store_hangs() throws Exception {
        try (var electors = Electors.on(store)) {
            var leading = new CountDownLatch(1);
            var interrupted = new CountDownLatch(1);
            var called = new CountDownLatch(1);
            var candidacy = electors.elect(NAME, Timing.ofTtl(SHORT), lead -> {
                lead.onLoss(called::countDown);
                standStill(leading, interrupted);
            });
            await(leading);

            store.hang();
            var began = System.nanoTime();

            await(interrupted);
            await(called);
            assertThat(candidacy.isLeading()).isFalse();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
            store.comeBack();
        }
    }

    @Test
    void the_next_process_learns_of_a_release_at_once() throws Exception {
        var first = Electors.on(store);
        var second = Electors.on(store.anotherLine());
        try (first;
                second) {
            var candidacy = first.elect(NAME, Timing.ofTtl(LONG), ElectorTest::standStill);
            await().until(candidacy::isLeading);
            var waiting = second.elect(NAME, Timing.ofTtl(LONG), ElectorTest::standStill);
            await().until(() -> store.calls() > 0);

            candidacy.close();

            await().atMost(Duration.ofSeconds(8)).until(waiting::isLeading); // the poll would come after 8 s or more
        }
    }

    @Test
    void two_electors_of_one_process_are_two_holders_and_never_work_at_once() throws Exception {
        var working = new AtomicInteger();
        var overlaps = new AtomicInteger();
        List<Long> tokens = new CopyOnWriteArrayList<>();
        LeaderWork work = lead -> {
            overlaps.addAndGet(working.incrementAndGet() - 1);
            tokens.add(lead.token());
            working.decrementAndGet();
        };
        try (var first = Electors.on(store);
                var second = Electors.on(store.anotherLine())) {
            first.elect(NAME, Timing.ofTtl(SHORT), work);
            second.elect(NAME, Timing.ofTtl(SHORT), work);

            await().atMost(Duration.ofSeconds(30)).until(() -> tokens.size() >= 6);
        }
        assertThat(overlaps).hasValue(0);
        assertThat(tokens).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void errors_of_the_store_end_no_thread() {
        try (var electors = Electors.on(store)) {
            store.throwNext(new StackOverflowError("planted"));
            store.throwNext(new NoClassDefFoundError("planted"));

            var candidacy = electors.elect(NAME, Timing.ofTtl(SHORT), ElectorTest::standStill);

            await().until(candidacy::isLeading);
            store.throwNext(new AssertionError("planted"));
            await().until(() -> electors.errorsSurvived() == 3);
            var calls = store.calls();
            await().until(() -> store.calls() > calls + 2);
            assertThat(candidacy.isLeading()).isTrue();
        }
    }

    @Test
    void a_close_ends_though_the_store_hangs() {
        var electors = Electors.on(store);
        var candidacy = electors.elect(NAME, Timing.ofTtl(SHORT), ElectorTest::standStill);
        await().until(candidacy::isLeading);
        store.hang();

        electors.close();

        assertThat(candidacy.isLeading()).isFalse();
    }

    @Test
    void a_close_takes_no_longer_than_the_work_and_the_store() {
        var electors = Electors.on(store);
        var candidacy = electors.elect(NAME, Timing.ofTtl(Duration.ofHours(1)), ElectorTest::standStill);
        await().until(candidacy::isLeading);
        var began = System.nanoTime();

        electors.close();

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofMinutes(1));
        assertThat(row().isFree()).isTrue();
    }

    @Test
    void a_close_from_inside_the_work_does_not_wait_for_itself() {
        var electors = Electors.on(store);
        var closed = new CountDownLatch(1);
        electors.elect(NAME, Timing.ofTtl(LONG), lead -> {
            electors.close();
            closed.countDown();
        });

        await(closed);

        await().until(() -> row().isFree());
    }

    @Test
    void a_thousand_leases_need_neither_a_thread_nor_a_call_each_while_they_wait() {
        try (var holder = Electors.on(store);
                var waiter = Electors.on(store.anotherLine())) {
            for (var i = 0; i < 1_000; i++) {
                var name = LeaseName.of("lease-" + i);
                store.tryAcquire(Claim.ofOwn(name, HolderId.of("stranger-1"), LONG, HolderInfo.UNKNOWN));
                waiter.elect(name, Timing.ofTtl(LONG), ElectorTest::standStill);
            }
            var candidacy = holder.elect(NAME, Timing.ofTtl(LONG), ElectorTest::standStill);
            await().until(candidacy::isLeading);

            assertThat(threads("lease-")).isLessThanOrEqualTo(7); // three for each, and one that works
        }
        await().until(() -> threads("lease-") == 0);
    }

    @Test
    void a_thousand_leases_are_led_and_given_back() {
        List<Candidacy> all = new CopyOnWriteArrayList<>();
        try (var electors = Electors.on(store)) {
            for (var i = 0; i < 1_000; i++) {
                all.add(electors.elect(LeaseName.of("lease-" + i), Timing.ofTtl(LONG), ElectorTest::standStill));
            }
            await().atMost(Duration.ofSeconds(30)).until(() -> all.stream().allMatch(Candidacy::isLeading));
        }
        var rows = store.find(all.stream().map(Candidacy::name).toList());
        assertThat(rows.values()).hasSize(1_000).allMatch(Lease::isFree);
    }

    @Test
    void is_alive_while_the_store_is_down_and_not_once_it_is_closed() {
        store.goDown();
        var electors = Electors.on(store);
        electors.elect(NAME, Timing.ofTtl(SHORT), ElectorTest::standStill);
        await().until(() -> store.calls() > 0);

        assertThat(electors.isAlive()).isTrue();

        electors.close();
        await().until(() -> !electors.isAlive());
    }

    @Test
    void is_not_alive_while_a_call_to_the_store_hangs_for_longer_than_it_may() {
        var nanos = new AtomicLong(Long.MAX_VALUE); // wraps
        try (var electors = Electors.builder(store).clock(nanos::get).build()) {
            store.hang();
            electors.elect(NAME, Timing.ofTtl(SHORT), ElectorTest::standStill);
            await().until(() -> store.calls() > 0);

            nanos.addAndGet(Threads.HANGS.toNanos());
            assertThat(electors.isAlive()).isTrue();
            nanos.addAndGet(1);
            assertThat(electors.isAlive()).isFalse();

            store.comeBack();
            await().until(electors::isAlive);
        }
    }

    @Test
    void is_not_alive_while_a_listener_holds_up_the_thread_that_all_depends_on() {
        var nanos = new AtomicLong();
        var held = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var electors = Electors.builder(store)
                .clock(nanos::get)
                .listener(blocking(held, goOn))
                .build();
        try (electors) {
            electors.elect(NAME, Timing.ofTtl(SHORT), ElectorTest::standStill);
            electors.elect(LeaseName.of("other"), Timing.ofTtl(SHORT), ElectorTest::standStill);
            callers.submit(electors::close);
            await(held);
            assertThat(electors.isAlive()).isTrue();

            nanos.addAndGet(Threads.HANGS.toNanos() + 1);

            assertThat(electors.isAlive()).isFalse();
            goOn.countDown();
        }
    }

    private static ElectionListener blocking(CountDownLatch held, CountDownLatch goOn) {
        return new ElectionListener() {
            @Override
            public void left(Candidacy candidacy) {
                held.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        };
    }

    private static long threads(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .count();
    }

    private static void standStill(Leadership leadership) throws InterruptedException {
        new CountDownLatch(1).await();
    }

    private static void standStill(CountDownLatch begun, CountDownLatch interrupted) {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        await().until(() -> latch.getCount() == 0);
    }

    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofSeconds(20));
    }

    private Lease row() {
        return store.find(List.of(NAME)).get(NAME);
    }
}
