package io.anixops.lease;

/**
 * Hears what becomes of a process's candidacies, for metrics. It is called on threads that serve all leases: it must be
 * quick. What it throws is logged and harms nobody.
 */
public interface ElectionListener {
    /** Hears nothing. */
    ElectionListener NONE = new ElectionListener() {};

    /** This process competes for a lease from now on. */
    default void joined(Candidacy candidacy) {}

    /** It does no longer; after the last word of {@link #joined}. */
    default void left(Candidacy candidacy) {}

    /** The store was asked for the lease and did not say, or could not. */
    default void attemptFailed(LeaseName lease) {}

    /** A renewal was not confirmed; the lease is not lost by that yet. */
    default void renewalFailed(LeaseName lease) {}

    /** Something threw what it must not: the store, a callback, this listener. It was logged, and others go on. */
    default void errorSurvived(Throwable error) {}
}
