package io.anixops.lease.operator.decision;

import io.anixops.lease.Term;

/** The one thing to ask of the database next. */
public sealed interface Step {

    <T> T match(Cases<T> cases);

    /** One function for each kind of step. */
    interface Cases<T> {
        T acquire(Acquire step);

        T handOver(HandOver step);

        T keep(Keep step);

        T release(Release step);

        T rest(Rest step);
    }

    /** Take the lease for this candidate, or go on with its own running term. */
    record Acquire(Candidate candidate) implements Step {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.acquire(this);
        }
    }

    /** Move the running term to another candidate in one statement. */
    record HandOver(Term from, Candidate to) implements Step {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.handOver(this);
        }
    }

    /** Nothing to ask: renewals see to it. */
    record Keep(Term term, Candidate leader) implements Step {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.keep(this);
        }
    }

    /** Nobody shall lead: give it up, so that another cluster may have it. */
    record Release(Term term, Reason why) implements Step {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.release(this);
        }
    }

    /** Nobody shall lead, and nothing is held. */
    record Rest(Reason why) implements Step {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.rest(this);
        }
    }
}
