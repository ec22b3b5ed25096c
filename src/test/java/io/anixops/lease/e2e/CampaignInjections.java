package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Carries a {@link CampaignPlan} out, each fault at its time. */
final class CampaignInjections {
    private static final Duration MOST_LATE = Duration.ofSeconds(180);

    private final CampaignPlan plan;
    private final CampaignFaults faults;
    private final Queue<String> notDone = new ConcurrentLinkedQueue<>();
    private final Map<String, Object> locks = new ConcurrentHashMap<>();
    private final CountDownLatch over = new CountDownLatch(1);

    CampaignInjections(CampaignPlan plan, CampaignFaults faults) {
        this.plan = plan;
        this.faults = faults;
    }

    /**
     * Returns when all faults are over: at the end of the plan, or earlier, as soon as this says yes, which is asked every
     * other second. They are on one thread for each place, since some take their time.
     */
    void carryOut(BooleanSupplier isEnough) {
        var threads = new ScheduledThreadPoolExecutor(24);
        long end = System.nanoTime() + plan.length().toNanos();
        for (var injection : plan.injections()) {
            threads.schedule(() -> inject(injection, end), injection.fromMillis(), TimeUnit.MILLISECONDS);
        }
        threads.shutdown();
        try {
            while (!threads.awaitTermination(2, TimeUnit.SECONDS)) {
                if (System.nanoTime() - end > MOST_LATE.toNanos()) {
                    notDone.add("some faults had not ended in time");
                    return;
                }
                if (!endedEarly() && isEnough.getAsBoolean()) {
                    over.countDown();
                    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in a campaign", stopped);
        }
    }

    boolean endedEarly() {
        return over.getCount() == 0;
    }

    List<String> notDone() {
        return List.copyOf(notDone);
    }

    private void inject(CampaignPlan.Injection injection, long end) {
        synchronized (locks.computeIfAbsent(injection.place(), place -> new Object())) {
            if (endedEarly() || System.nanoTime() - end > 0) {
                return; // its place was taken for longer than was planned
            }
            try {
                var ending = faults.begin(injection);
                over.await(injection.untilMillis() - injection.fromMillis(), TimeUnit.MILLISECONDS);
                ending.run();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | AssertionError failed) {
                notDone.add("%s: %s".formatted(injection, failed.getMessage()));
            }
        }
    }
}
