package io.anixops.lease.postgres;

import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore.Subscription;
import io.anixops.lease.VmFailure;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells everybody who watches of the notifications of one channel: one thread and one connection, while anybody does. */
final class Listener {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final DataSource source;
    private final String channel;
    private final LongSupplier nanoTime;
    private final List<Watcher> watchers = new CopyOnWriteArrayList<>();
    private @Nullable Listening listening;

    Listener(DataSource source, String channel, LongSupplier nanoTime) {
        this.source = source;
        this.channel = channel;
        this.nanoTime = nanoTime;
    }

    synchronized Subscription watch(Consumer<Optional<LeaseName>> onChange) {
        var watcher = new Watcher(onChange);
        watchers.add(watcher);
        if (listening == null) {
            listening = Listening.start(source, channel, nanoTime, this::tell, this::tellNewcomers);
        }
        return () -> leave(watcher);
    }

    private synchronized void leave(Watcher watcher) {
        watcher.closed = true;
        watchers.remove(watcher);
        if (watchers.isEmpty() && listening != null) {
            listening.end();
            listening = null;
        }
    }

    private void tell(Optional<LeaseName> change) {
        watchers.forEach(watcher -> watcher.tell(change));
    }

    /** Who came while the connection was there already missed what was told at its beginning. */
    private void tellNewcomers() {
        watchers.forEach(Watcher::welcome);
    }

    private static final class Watcher {
        private final Consumer<Optional<LeaseName>> onChange;
        private final AtomicBoolean welcomed = new AtomicBoolean();
        private volatile boolean closed;

        Watcher(Consumer<Optional<LeaseName>> onChange) {
            this.onChange = onChange;
        }

        void welcome() {
            if (!welcomed.get()) {
                tell(Optional.empty());
            }
        }

        @SuppressWarnings("CatchAndPrintStackTrace")
        void tell(Optional<LeaseName> change) {
            if (closed) {
                return;
            }
            welcomed.set(true);
            try {
                onChange.accept(change);
            } catch (Throwable e) { // an Error too: the others are still to be told
                VmFailure.tell(e);
                LOG.error("a callback for changes of leases failed", e);
            }
        }
    }
}
