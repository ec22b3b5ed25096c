package io.anixops.lease.operator;

import io.anixops.lease.VmFailure;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events on resources. Whoever records one never waits; one thread writes them, as fast as a budget for all permits.
 *
 * <p>What is told again within a few minutes becomes a series of the Event that is there. A failure to write is logged
 * once, and harms nothing but the Event.
 */
final class EventRecorder {
    private static final Logger LOG = LoggerFactory.getLogger(EventRecorder.class);

    static final int MOST_PENDING = 10_000;

    private static final int MOST_REMEMBERED = 4_096;
    private static final Duration SERIES_GAP = Duration.ofMinutes(6);
    private static final int BURST = 100;
    private static final Duration PERIOD = Duration.ofMillis(40);

    private final EventWriter writer;
    private final BooleanSupplier spare;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Consumer<Dropped> onDrop;
    private final BlockingQueue<Happening> pending = new LinkedBlockingQueue<>(MOST_PENDING);
    private final Map<Happening.Key, Series> remembered = new Lru<>(MOST_REMEMBERED);
    private final EventLimits limits = new EventLimits();
    private final TokenBucket budget;
    private boolean failing;

    /** Why an Event was not written. */
    enum Dropped {
        /** More at once than are kept. */
        QUEUE,
        /** More of one resource than people could read. */
        RATE,
        /** The API server did not take it. */
        FAILURE
    }

    private record Happening(ObjectReference regarding, EventNote note, Instant at) {
        record Key(String uid, EventNote note) {}

        Key key() {
            return new Key(regarding.getUid(), note);
        }
    }

    /** An Event that is there, and how often it was told. */
    private record Series(String name, int count, long lastNanos) {
        Series again(long now) {
            return new Series(name, count + 1, now);
        }
    }

    EventRecorder(
            EventWriter writer,
            BooleanSupplier spare,
            InstantSource clock,
            LongSupplier nanos,
            Consumer<Dropped> onDrop) {
        this.spare = spare;
        this.writer = writer;
        this.clock = clock;
        this.nanos = nanos;
        this.onDrop = onDrop;
        this.budget = new TokenBucket(BURST, PERIOD, nanos.getAsLong());
    }

    /** Takes note, from any thread. */
    void record(DatabaseLease resource, EventNote note) {
        if (!pending.offer(new Happening(EventWriter.regarding(resource), note, clock.instant()))) {
            onDrop.accept(Dropped.QUEUE);
        }
    }

    /** Writes what the budget permits; after a failure the rest waits for the next turn. On one thread only. */
    void tick() {
        var goesOn = true;
        while (goesOn && !pending.isEmpty() && budget.hasOne(nanos.getAsLong()) && spare.getAsBoolean()) {
            var next = pending.poll();
            goesOn = next != null && write(next);
        }
    }

    /** False when the API server did not take it. */
    private boolean write(Happening what) {
        try {
            tell(what);
            failing = false;
            return true;
        } catch (RuntimeException e) {
            VmFailure.tell(e);
            onDrop.accept(Dropped.FAILURE);
            logOnce(e);
            return false;
        }
    }

    private void tell(Happening what) {
        var now = nanos.getAsLong();
        var series = remembered.get(what.key());
        if (series == null || now - series.lastNanos() > SERIES_GAP.toNanos()) {
            begin(what, now);
        } else {
            goOn(what, series.again(now), now);
        }
    }

    private void begin(Happening what, long now) {
        if (isPermitted(what, now)) {
            remembered.put(what.key(), new Series(writer.create(what.regarding(), what.note(), what.at()), 1, now));
        }
    }

    /** The count is kept where it may not be written now: the next repetition tells it. */
    private void goOn(Happening what, Series series, long now) {
        remembered.put(what.key(), series);
        if (!isPermitted(what, now)) {
            return;
        }
        try {
            writer.repeat(what.regarding(), series.name(), series.count(), what.at());
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_NOT_FOUND) {
                throw e;
            }
            remembered.put(
                    what.key(), new Series(writer.create(what.regarding(), what.note(), what.at()), 1, now)); // deleted
        }
    }

    private boolean isPermitted(Happening what, long now) {
        var permitted = limits.permits(what.regarding().getUid(), what.note().reason(), now) && budget.take(now);
        if (!permitted) {
            onDrop.accept(Dropped.RATE);
        }
        return permitted;
    }

    private void logOnce(RuntimeException e) {
        if (!failing) {
            failing = true;
            LOG.atWarn()
                    .addKeyValue("cause", ApiErrors.sentence(e))
                    .log("an Event could not be written; the next ones are tried");
        }
    }
}
