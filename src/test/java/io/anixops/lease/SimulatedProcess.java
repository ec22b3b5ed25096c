package io.anixops.lease;

import java.time.Duration;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A process of a {@link Simulation}: it may stand still, lose its line, crash, and its clock has a rate of its own. */
final class SimulatedProcess {
    /** A step of time less than the work is given, since it is only at the end of a step that it can return. */
    private static final Duration STOPS_WITHIN = Simulation.TIMING.stopWithin().minusSeconds(1);

    private final InMemoryLeaseStore line;
    private final TestProcess process;
    private final LeaseStore.Subscription watch;
    private final Candidacy candidacy;
    private final double rate;
    private boolean paused;
    private boolean crashed;
    private boolean down;
    private boolean renewing;
    private boolean attempting;
    private PuppetThreads.@Nullable Run stopping;
    private long stoppingSince;

    SimulatedProcess(
            String id,
            InMemoryLeaseStore line,
            UnaryOperator<LeaseStore> planted,
            double rate,
            Random random,
            Runnable meanwhile) {
        this.line = line;
        this.rate = rate;
        Runnable before = () -> {
            meanwhile.run();
            loseSomething(random.nextInt(12));
        };
        var store = new SimulatedLine(planted.apply(line), before, meanwhile);
        process = new TestProcess(id, store, ElectionListener.NONE, random::nextDouble);
        watch = store.watch(process.driver::noticed);
        candidacy = process.elect(Simulation.NAME, Simulation.TIMING);
    }

    boolean isLeading() {
        return !crashed && candidacy.isLeading();
    }

    /** The work that is under way, or null. */
    PuppetThreads.@Nullable Run running() {
        var runs = process.work.runs();
        return crashed || runs.isEmpty() || process.work.last().hasReturned() ? null : process.work.last();
    }

    void pass(Duration duration) {
        process.pass(Duration.ofNanos((long) (duration.toNanos() * rate)));
    }

    /** What the process does without being asked: its timer, and its work when its time to stop is over. */
    void moveOn() {
        if (!paused && !crashed) {
            process.driver.runDue();
            stopInTime();
        }
    }

    private void stopInTime() {
        var run = running();
        if (run == null || run.leadership.isLeading()) {
            return;
        }
        if (stopping != run) {
            stopping = run;
            stoppingSince = process.nanos.get();
        }
        if (process.nanos.get() - stoppingSince >= STOPS_WITHIN.toNanos()) {
            process.work.letReturn(run);
        }
    }

    void mayReturn(boolean alsoUntold) {
        var run = running();
        if (run != null && !paused && (alsoUntold || !run.leadership.isLeading())) {
            process.work.letReturn(run);
        }
    }

    void runLane(boolean ofRenewals) {
        if (paused || crashed || (ofRenewals ? renewing : attempting)) {
            return;
        }
        busy(ofRenewals, true);
        var unused = (ofRenewals ? process.renewals : process.attempts).runNext();
        busy(ofRenewals, false);
        moveOn();
    }

    private void busy(boolean ofRenewals, boolean now) {
        if (ofRenewals) {
            renewing = now;
        } else {
            attempting = now;
        }
    }

    void breakOrMend(boolean breaks) {
        if (breaks) {
            line.goDown();
        } else if (down) {
            line.comeBack();
        }
        down = breaks;
    }

    private void loseSomething(int what) {
        if (what == 0) {
            line.loseNextAnswer();
        } else if (what == 1) {
            line.delayNext();
        }
    }

    void executeLateOnes(boolean now) {
        if (now) {
            line.executeLateOnes();
        }
    }

    void pause(boolean stands) {
        paused = stands;
    }

    void close() {
        if (!paused) {
            process.driver.close();
        }
    }

    boolean hasEnded() {
        return process.driver.isDone();
    }

    /** It is gone, and so is its work; what it has sent may still arrive. */
    void crash() {
        var run = running();
        crashed = true;
        watch.close();
        if (run != null) {
            process.work.letReturn(run);
        }
    }
}
