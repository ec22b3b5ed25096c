package io.anixops.lease;

import java.util.function.Function;

/** The answer to an attempt to get a lease. That somebody else has it is an answer, not a failure. */
public sealed interface Attempt {
    /** The row after the attempt. */
    Lease lease();

    <T> T match(Function<Held, T> held, Function<Denied, T> denied);

    /** The claimant holds the lease, in this term; the lease had not expired when the database answered. */
    record Held(Term term, Lease lease) implements Attempt {
        @Override
        public <T> T match(Function<Held, T> held, Function<Denied, T> denied) {
            return held.apply(this);
        }
    }

    /** Somebody else holds it, for {@link Lease#remaining()} still. */
    record Denied(Lease lease) implements Attempt {
        @Override
        public <T> T match(Function<Held, T> held, Function<Denied, T> denied) {
            return denied.apply(this);
        }
    }
}
