package io.anixops.lease.operator;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import io.anixops.lease.operator.decision.Candidate;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A row as it is kept beside its term: each answer of the database has texts of its own, and what is known already is taken
 * from there instead. Thousands of rows are answered every few seconds, and most of each says nothing new.
 */
final class KeptRow {
    private KeptRow() {}

    /** Of a term that begins for this leader. */
    static Lease of(Lease answer, Term term, Candidate leader) {
        var info = answer.holderInfo();
        return of(
                answer,
                term,
                term.holder().value(),
                term.renewer().value(),
                new HolderInfo(
                        info.cluster(),
                        info.namespace(),
                        same(leader.pod(), info.pod()),
                        same(leader.uid(), info.uid()),
                        same(leader.node(), info.node())));
    }

    /** Of a term that goes on. */
    static Lease of(Lease answer, Term term, Lease former) {
        return of(answer, term, former.holder(), former.renewer(), former.holderInfo());
    }

    private static Lease of(Lease answer, Term term, String holder, String renewer, HolderInfo info) {
        return new Lease(
                term.name(),
                Objects.requireNonNull(same(holder, answer.holder())),
                answer.token(),
                answer.acquiredAt(),
                answer.renewedAt(),
                answer.expiresAt(),
                Objects.requireNonNull(same(renewer, answer.renewer())),
                info.equals(answer.holderInfo()) ? info : answer.holderInfo(),
                answer.remaining());
    }

    private static @Nullable String same(String known, @Nullable String answered) {
        return known.equals(answered) ? known : answered;
    }
}
