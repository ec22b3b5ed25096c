package io.anixops.lease.operator;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toMap;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Renews what is due, many terms in one statement, beside the reconciler and without ever waiting for it. */
final class Renewals {
    private static final Logger LOG = LoggerFactory.getLogger(Renewals.class);

    /** Those due so soon go along with those due now. */
    private static final Duration TOGETHER = Duration.ofMillis(100);

    private static final Duration FASTEST_RETRY = Duration.ofMillis(100);

    private final Holdings holdings;
    private final LeaseStore store;
    private final LongSupplier nanos;
    private final Consumer<ResourceID> wake;
    private final Runnable late;

    /** @param late is told of each renewal that was confirmed when little trust was left */
    Renewals(Holdings holdings, LeaseStore store, LongSupplier nanos, Consumer<ResourceID> wake, Runnable late) {
        this.holdings = holdings;
        this.store = store;
        this.nanos = nanos;
        this.wake = wake;
        this.late = late;
    }

    void tick() {
        var sentAt = nanos.getAsLong();
        var due = due(sentAt);
        if (due.isEmpty()) {
            return;
        }
        var answers = store.renew(due.values().stream()
                .map(holding -> new RenewalRequest(holding.term(), holding.ttl()))
                .toList());
        Each.of(
                due.values(),
                holding -> note(holding, answers.get(holding.term().name()), sentAt));
    }

    /** Makes the renewal of a term due now: something may have happened to its row. */
    void soon(ResourceID resource) {
        holdings.of(resource)
                .ifPresent(seen -> holdings.change(resource, seen.term(), now -> now.withRenewalAt(nanos.getAsLong())));
    }

    /** Those of one pod follow each other, so that what the answers bring about on it can be done in one go. */
    private Map<LeaseName, Holding> due(long now) {
        return holdings.all().stream()
                .filter(holding -> !holding.isLost())
                .filter(holding -> holding.renewAt() - now <= TOGETHER.toNanos())
                .sorted(comparing(holding -> holding.leader().uid()))
                .collect(toMap(
                        holding -> holding.term().name(),
                        Function.identity(),
                        (one, other) -> one,
                        LinkedHashMap::new));
    }

    private void note(Holding holding, @org.jspecify.annotations.Nullable Renewal answer, long sentAt) {
        if (answer == null) {
            noteSilence(holding, new LeaseStoreException(LeaseStoreException.Kind.REFUSED, "the store gave no answer"));
            return;
        }
        answer.match(
                renewed -> noteRenewed(holding, renewed.lease(), sentAt),
                lost -> noteLost(holding),
                failed -> noteSilence(holding, failed.cause()));
    }

    private Void noteRenewed(Holding holding, Lease row, long sentAt) {
        if (holding.isNearItsEnd(nanos.getAsLong())) {
            late.run();
        }
        holdings.change(holding.resource(), holding.term(), now -> now.renewed(row, holding.ttl(), sentAt));
        if (row.remaining().compareTo(holding.ttl().plusSeconds(1)) > 0) {
            DatabaseClock.watch(holding.row(), row);
            shorten(holding, row);
        }
        if (holding.state() != Holding.State.CONFIRMED) {
            LOG.atInfo()
                    .addKeyValue("lease", holding.term().name())
                    .addKeyValue("token", holding.term().token())
                    .log("lease is renewed again");
            wake.accept(holding.resource());
        }
        return done();
    }

    /** The ttl was lowered, or the database's clock went back; renewals alone never shorten. */
    private void shorten(Holding holding, Lease row) {
        var sentAt = nanos.getAsLong();
        try {
            store.shorten(holding.term(), row, holding.ttl())
                    .ifPresent(shorter -> holdings.change(
                            holding.resource(), holding.term(), now -> now.renewed(shorter, holding.ttl(), sentAt)));
        } catch (LeaseStoreException e) {
            LOG.atWarn()
                    .addKeyValue("lease", holding.term().name())
                    .setCause(e)
                    .log("term could not be shortened, and is tried again with the next renewal");
        }
    }

    private Void noteLost(Holding holding) {
        if (!holdings.change(holding.resource(), holding.term(), now -> now.lost(nanos.getAsLong()))) {
            return done(); // given up or handed over meanwhile, by this process
        }
        LOG.atWarn()
                .addKeyValue("lease", holding.term().name())
                .addKeyValue("holder", holding.term().holder())
                .addKeyValue("token", holding.term().token())
                .log("lease was lost");
        wake.accept(holding.resource());
        return done();
    }

    private Void noteSilence(Holding holding, LeaseStoreException cause) {
        var retryAt = nanos.getAsLong() + retryAfter(holding.ttl()).toNanos();
        var silence = DatabaseErrors.silence(cause);
        holdings.change(holding.resource(), holding.term(), now -> now.silent(retryAt, silence));
        if (!holding.knows(silence)) {
            LOG.atWarn()
                    .addKeyValue("lease", holding.term().name())
                    .addKeyValue("cause", cause.getMessage())
                    .log("lease could not be renewed, and is tried again");
            wake.accept(holding.resource());
        }
        return done();
    }

    /** Short enough that several more attempts fit before trust ends. */
    private static Duration retryAfter(Duration ttl) {
        var retry = ttl.dividedBy(16);
        return retry.compareTo(FASTEST_RETRY) < 0 ? FASTEST_RETRY : retry;
    }

    @SuppressWarnings("NullAway") // the one value of Void
    private static Void done() {
        return null;
    }
}
