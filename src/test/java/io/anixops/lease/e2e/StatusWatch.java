package io.anixops.lease.e2e;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** What the statuses of a namespace's leases say at each moment, as whoever watches them sees it. */
final class StatusWatch implements AutoCloseable {
    private final Map<String, DatabaseLeaseStatus> latest = new ConcurrentHashMap<>();
    private final List<String> blindness = new CopyOnWriteArrayList<>();
    private final AtomicInteger refreshes = new AtomicInteger();
    private final Watch watch;

    private StatusWatch(KubernetesClient client, String namespace) {
        watch = client.resources(DatabaseLease.class).inNamespace(namespace).watch(new Eyes());
    }

    static StatusWatch in(KubernetesClient client, String namespace) {
        return new StatusWatch(client, namespace);
    }

    /** Leases of which it is said that they are held. */
    int held() {
        return (int) latest.values().stream().filter(StatusWatch::isHeld).count();
    }

    int withExpiry() {
        return (int) latest.values().stream()
                .filter(status -> status.expiresAt() != null)
                .count();
    }

    /** Writes that changed nothing but the times that move. */
    int refreshes() {
        return refreshes.get();
    }

    /** True unless a lease that is held is said to have expired; fails with what was seen. */
    boolean noneIsPast() {
        if (!blindness.isEmpty()) {
            throw new IllegalStateException("the watch of statuses ended: " + blindness);
        }
        var now = Instant.now(); // the database's clock is this machine's
        latest.values().stream()
                .filter(StatusWatch::isHeld)
                .filter(status -> status.expiresAt() != null
                        && !Instant.parse(status.expiresAt()).isAfter(now))
                .findAny()
                .ifPresent(status -> {
                    throw new AssertionError("held, and expired at %s: %s".formatted(now, status));
                });
        return true;
    }

    @Override
    public void close() {
        watch.close();
    }

    private static boolean isHeld(DatabaseLeaseStatus status) {
        return status.conditions().stream()
                .anyMatch(one -> one.getType().equals("Held") && one.getStatus().equals("True"));
    }

    private void see(String lease, DatabaseLeaseStatus now) {
        var before = latest.put(lease, now);
        if (before != null && !before.equals(now) && before.withoutExpiry().equals(now.withoutExpiry())) {
            refreshes.incrementAndGet();
        }
    }

    private final class Eyes implements Watcher<DatabaseLease> {
        @Override
        public void eventReceived(Action action, DatabaseLease lease) {
            Optional.of(lease)
                    .filter(one -> action != Action.DELETED)
                    .map(DatabaseLease::getStatus)
                    .ifPresentOrElse(
                            status -> see(lease.getMetadata().getName(), status),
                            () -> latest.remove(lease.getMetadata().getName()));
        }

        @Override
        public void onClose(WatcherException cause) {
            blindness.add(String.valueOf(cause));
        }
    }
}
