package io.anixops.lease.bench;

/**
 * A way to hold leases in PostgreSQL. Leases are numbered; each belongs to one thread. Every operation checks its result
 * and throws when it is not what it must be.
 */
interface Contestant {
    String name();

    /** Where its leases are. */
    String table();

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

    /**
     * Tries once to take the one lease that all want, as one of several processes, and gives it back after it held it.
     *
     * @return whether it had it
     */
    default boolean contend(int process, Runnable holding) {
        throw new UnsupportedOperationException(name());
    }

    /** Whether there is such an operation at all. */
    default boolean has(Operation operation) {
        return true;
    }
}
