package io.anixops.lease;

import java.util.function.Function;

/** What became of one lease of a batch of renewals. */
public sealed interface Renewal {

    <T> T match(Function<Renewed, T> renewed, Function<Lost, T> lost, Function<Failed, T> failed);

    /** The term goes on. */
    record Renewed(Lease lease) implements Renewal {
        @Override
        public <T> T match(Function<Renewed, T> renewed, Function<Lost, T> lost, Function<Failed, T> failed) {
            return renewed.apply(this);
        }
    }

    /** The database answered that this term is over: expired, released, or another's. */
    record Lost() implements Renewal {
        @Override
        public <T> T match(Function<Renewed, T> renewed, Function<Lost, T> lost, Function<Failed, T> failed) {
            return lost.apply(this);
        }
    }

    /** Not known: the row was locked, broken, or the database did not answer. The term may go on; ask again. */
    record Failed(LeaseStoreException cause) implements Renewal {
        @Override
        public <T> T match(Function<Renewed, T> renewed, Function<Lost, T> lost, Function<Failed, T> failed) {
            return failed.apply(this);
        }
    }
}
