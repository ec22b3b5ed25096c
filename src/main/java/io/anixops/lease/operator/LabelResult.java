package io.anixops.lease.operator;

import java.util.function.Function;

/** What became of an attempt to label the leader pod. */
public sealed interface LabelResult {

    <T> T match(Function<Labelled, T> labelled, Function<Pending, T> pending, Function<HigherToken, T> higher);

    /** The target bears the label, and no other pod does. */
    record Labelled() implements LabelResult {
        @Override
        public <T> T match(
                Function<Labelled, T> labelled, Function<Pending, T> pending, Function<HigherToken, T> higher) {
            return labelled.apply(this);
        }
    }

    /** Not yet, and why; to be tried again. */
    record Pending(String why) implements LabelResult {
        @Override
        public <T> T match(
                Function<Labelled, T> labelled, Function<Pending, T> pending, Function<HigherToken, T> higher) {
            return pending.apply(this);
        }
    }

    /** A pod bears a higher token than this term's: the term must not be acted on. */
    record HigherToken(long token) implements LabelResult {
        @Override
        public <T> T match(
                Function<Labelled, T> labelled, Function<Pending, T> pending, Function<HigherToken, T> higher) {
            return higher.apply(this);
        }
    }
}
