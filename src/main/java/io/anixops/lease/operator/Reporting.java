package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What people see beside the status: Events and metrics. It hears of what happens, and nobody waits for it. */
final class Reporting implements PassListener, PodWriteListener {
    private final EventRecorder recorder;
    private final OperatorMetrics metrics;
    private final LongSupplier nanos;
    private volatile @Nullable LeaseEvents events;
    private volatile @Nullable LeaseMeters series;

    Reporting(
            EventWriter writer,
            BooleanSupplier spare,
            OperatorMetrics metrics,
            InstantSource clock,
            LongSupplier nanos) {
        this.metrics = metrics;
        this.nanos = nanos;
        this.recorder = new EventRecorder(writer, spare, clock, nanos, metrics::dropped);
    }

    /** To be called when the caches are made, and before they are filled. */
    void begin(Terms terms, LeaseCache cache, Gate gate, boolean perLeaseMetrics) {
        events = new LeaseEvents(cache, terms, this::record);
        series = perLeaseMetrics ? metrics.perLease(terms.holdings(), cache) : null;
        metrics.watch(terms.holdings(), new Census(cache, terms, gate::mayDecide, nanos));
    }

    /** One turn of the thread that writes Events. */
    void writeEvents() {
        recorder.tick();
    }

    /** Lets go of what is kept for resources that are gone. */
    void clean() {
        Optional.ofNullable(series).ifPresent(LeaseMeters::tick);
    }

    /** Another replica works now, and counts: series that go on here would tell of what was. */
    void forgetSeries() {
        Optional.ofNullable(series).ifPresent(LeaseMeters::clear);
    }

    int size() {
        return Optional.ofNullable(series).map(LeaseMeters::size).orElse(0);
    }

    @Override
    public void passed(DatabaseLease resource) {
        listeners().forEach(listener -> listener.passed(resource));
    }

    @Override
    public void regressed(DatabaseLease resource, Term term, long seenToken) {
        listeners().forEach(listener -> listener.regressed(resource, term, seenToken));
    }

    @Override
    public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        listeners().forEach(listener -> listener.changed(resource, before, now));
    }

    @Override
    public void wrote(Pod read, KeyChange change, PodAccess.Written written) {
        metrics.wrote(read, change, written);
        if (written instanceof PodAccess.Written.Done) {
            Optional.ofNullable(events).ifPresent(told -> told.wrote(read, change));
        }
    }

    @Override
    public void failed() {
        metrics.failed();
    }

    private void record(DatabaseLease resource, EventNote note) {
        metrics.told(note);
        recorder.record(resource, note);
    }

    private Stream<PassListener> listeners() {
        return Stream.<@Nullable PassListener>of(events, series).flatMap(Stream::ofNullable);
    }
}
