package io.anixops.lease.operator;

import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.Optional;
import java.util.stream.Stream;

/** What is known of the terms whose labels we put onto pods, one per custom resource at the most. For any thread. */
interface TermBook {
    Optional<LabelledTerm> labelled(ResourceID resource);

    Stream<LabelledTerm> labelled();

    /** Those whose label is to go: trust in them has ended, and it was not taken away since. It is asked many times a second. */
    default Stream<LabelledTerm> ended(long now) {
        return labelled().filter(term -> !term.retracted() && !term.trust().isOpenAt(now));
    }

    /** Whether the label of this term may be put onto this pod now. */
    boolean trusts(ResourceID resource, LabelTarget target, long now);

    /** The label is about to be put there. */
    void placed(ResourceID resource, LabelTarget target);

    /** The label was taken away; of no account when another term has begun since. */
    void retracted(ResourceID resource, LabelTarget target);

    /** The label was taken away because trust had ended; of no account either when the term is trusted again. */
    void retractedUnlessTrusted(ResourceID resource, LabelTarget target, long now);
}
