package io.anixops.lease.bench;

/**
 * A way to hold leases in PostgreSQL. Leases are numbered; each belongs to one thread. Every operation checks its result
 * and throws when it is not what it must be.
 */
interface Contestant {
    String name();

    /** Takes the lease for a long time, so that it can be renewed. */
    void take(int lease);

    /** Renews a lease that this thread took. */
    void renew(int lease);

    /** Takes a free lease and gives it back. */
    default void cycle(int lease) {
        throw new UnsupportedOperationException(name());
    }

    /** Takes the lease as somebody else, so that attempts of this contestant are refused. */
    default void occupy(int lease) {
        throw new UnsupportedOperationException(name());
    }

    /** Tries to take a lease that somebody else holds. */
    default void refused(int lease) {
        throw new UnsupportedOperationException(name());
    }

    /** Whether there is such an operation at all. */
    default boolean has(Operation operation) {
        return true;
    }
}
