package io.anixops.lease.postgres;

import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.LeaseStoreException.Kind;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One batch on its way through the database: what can be renewed is, whatever is the matter with the rest. */
final class RenewalBatch {
    private static final int MOST_WAITED_FOR = 8;
    private static final int MOST_REFUSALS = 200;

    private final Renewals renewals;
    private final TableName table;
    private final Map<LeaseName, Renewal> answers = new HashMap<>();
    private @Nullable LeaseStoreException silence;
    private int refusals;

    RenewalBatch(Renewals renewals, TableName table) {
        this.renewals = renewals;
        this.table = table;
    }

    Map<LeaseName, Renewal> answers() {
        return Map.copyOf(answers);
    }

    void renew(List<RenewalRequest> chunk) {
        if (silence != null) {
            fail(chunk, silence); // the rest of the batch does not wait for a database that did not answer
            return;
        }
        try {
            settle(chunk, renewals.all(chunk, boundsOf(chunk)));
        } catch (LeaseStoreException e) {
            renewAfter(e, chunk);
        }
    }

    private void renewAfter(LeaseStoreException failure, List<RenewalRequest> chunk) {
        if (failure.kind() == Kind.LOCKED && chunk.size() > 1) {
            renewAroundLocked(chunk);
        } else if (Failures.mayBeOfOneRow(failure) && chunk.size() > 1 && refusals++ < MOST_REFUSALS) {
            renew(chunk.subList(0, chunk.size() / 2));
            renew(chunk.subList(chunk.size() / 2, chunk.size()));
        } else {
            fail(chunk, failure);
        }
    }

    /** A stranger has locked some of the rows: first the others, then a few of these, each for a short while. */
    private void renewAroundLocked(List<RenewalRequest> chunk) {
        try {
            var bounds = boundsOf(chunk);
            var renewed = renewals.unlocked(chunk, bounds);
            var passedOver = chunk.stream()
                    .filter(one -> !renewed.containsKey(nameOf(one)))
                    .toList();
            settle(
                    chunk.stream()
                            .filter(one -> renewed.containsKey(nameOf(one)))
                            .toList(),
                    renewed);
            settlePassedOver(passedOver, renewals.look(passedOver, bounds), bounds);
        } catch (LeaseStoreException e) {
            fail(chunk.stream().filter(one -> !answers.containsKey(nameOf(one))).toList(), e);
        }
    }

    private void settlePassedOver(List<RenewalRequest> chunk, Map<LeaseName, Lease> rows, AttemptBounds bounds) {
        settle(chunk.stream().filter(one -> !runs(one.term(), rows)).toList(), Map.of());
        var locked = chunk.stream().filter(one -> runs(one.term(), rows)).toList();
        locked.stream().limit(MOST_WAITED_FOR).forEach(one -> renewAlone(one, bounds));
        locked.stream().skip(MOST_WAITED_FOR).forEach(one -> fail(List.of(one), locked(nameOf(one))));
    }

    private void renewAlone(RenewalRequest one, AttemptBounds bounds) {
        try {
            settle(List.of(one), renewals.all(List.of(one), bounds.withLockDividedBy(MOST_WAITED_FOR)));
        } catch (LeaseStoreException e) {
            fail(List.of(one), e);
        }
    }

    private void settle(List<RenewalRequest> chunk, Map<LeaseName, Lease> renewed) {
        for (var one : chunk) {
            var row = renewed.get(nameOf(one));
            answers.put(nameOf(one), row == null || row.isFree() ? new Renewal.Lost() : new Renewal.Renewed(row));
        }
    }

    private void fail(List<RenewalRequest> chunk, LeaseStoreException failure) {
        if (failure.kind() == Kind.UNREACHABLE) {
            silence = failure;
        }
        chunk.forEach(one -> answers.put(nameOf(one), new Renewal.Failed(failure)));
    }

    private LeaseStoreException locked(LeaseName name) {
        return new LeaseStoreException(Kind.LOCKED, "the row of lease %s in %s stayed locked".formatted(name, table));
    }

    private static boolean runs(Term term, Map<LeaseName, Lease> rows) {
        var row = rows.get(term.name());
        return row != null
                && row.isHeldBy(term.holder())
                && row.token() == term.token()
                && row.renewer().equals(term.renewer().value());
    }

    private static LeaseName nameOf(RenewalRequest request) {
        return request.term().name();
    }

    private static AttemptBounds boundsOf(List<RenewalRequest> chunk) {
        return AttemptBounds.forTtl(
                chunk.stream().map(RenewalRequest::ttl).min(Duration::compareTo).orElseThrow());
    }
}
