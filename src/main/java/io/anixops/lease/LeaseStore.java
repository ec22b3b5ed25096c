package io.anixops.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where leases live. Every call is one bounded round trip to the database, judged by its clock alone, and may be made
 * from any thread.
 *
 * <p>A call that throws leaves its outcome unknown: it may have been carried out, or be carried out later. The next
 * {@link #tryAcquire} of the same holder adopts a term that began that way. Whoever counts the validity of an answer
 * takes the monotonic time <em>before</em> the call.
 */
public interface LeaseStore {

    /**
     * Takes the lease when it is free, expired or already the claimant's own. A running term of the claimant goes on
     * under its token (and its renewer becomes the claim's); every other success is a new term with a higher token.
     *
     * @throws LeaseStoreException when the database did not say; never because somebody else holds the lease
     */
    Attempt tryAcquire(Claim claim);

    /**
     * Renews many terms at once. One that cannot be renewed costs the others nothing. A delayed renewal never shortens
     * what a newer one wrote.
     *
     * @return an entry for every request, by name; never throws for the database's sake
     */
    Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests);

    /**
     * Moves a running term to another holder (or to a new term of the same one), so that nobody gets in between.
     *
     * @param to of the same name as {@code from}
     * @return held by {@code to}'s holder under a new token; or denied, with the row as it is, when {@code from} no
     *     longer runs
     * @throws LeaseStoreException when the database did not say
     */
    Attempt handOver(Term from, Claim to);

    /**
     * Ends the term now. A lease lost meanwhile is left alone.
     *
     * @return whether this call ended it
     * @throws LeaseStoreException when the database did not say
     */
    boolean release(Term term);

    /**
     * Lets a running term end {@code ttl} from now, which may be earlier than it says. It applies only while the row
     * still shows {@code known}'s expiry, so that a late one undoes no newer renewal.
     *
     * @return the row, or empty when it has moved on
     * @throws LeaseStoreException when the database did not say
     */
    Optional<Lease> shorten(Term term, Lease known, Duration ttl);

    /**
     * The rows of these names; a name without a row has no entry.
     *
     * @throws LeaseStoreException when the database did not say
     */
    Map<LeaseName, Lease> find(Collection<LeaseName> names);

    /**
     * The same for somebody who acts on what is found while it is true, and so wants to know soon when there is no answer:
     * bounded as a renewal of a term of this ttl is.
     *
     * @throws LeaseStoreException when the database did not say
     */
    default Map<LeaseName, Lease> find(Collection<LeaseName> names, Duration ttl) {
        return find(names);
    }

    /**
     * Tells of every change of term and every release, until it is closed. It is a hint to look, on a thread of the
     * store: one may be lost, doubled or forged, and after a reconnect the callback is told {@link Optional#empty()},
     * anything may have changed. Never throws for the database's sake: it goes on trying.
     */
    Subscription watch(Consumer<Optional<LeaseName>> onChange);

    /** Ends what it stands for; again is harmless. */
    interface Subscription extends AutoCloseable {
        @Override
        void close();
    }
}
