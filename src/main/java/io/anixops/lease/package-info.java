/**
 * Leases in a shared PostgreSQL, and work that runs only while one is held. Start with {@link
 * io.anixops.lease.Elector} for one lease, or {@link io.anixops.lease.Electors} for several.
 *
 * <p>A <em>lease</em> is one named right to lead; a <em>term</em> is one unbroken time of holding it, numbered by its
 * <em>fencing token</em>, which is higher for every new term. Nothing in here knows Kubernetes, JDBC or a metrics
 * library.
 *
 * <h2>Why two processes do not work at once</h2>
 *
 * <ol>
 *   <li>Only the database's clock decides when a term ends. Nobody gets the lease before, other than by the holder's own
 *       release, which comes after its work has returned.
 *   <li>A term that was granted or renewed lives at least a ttl from the moment <em>before</em> the request for it was
 *       sent, since the database writes the expiry later than that. So the holder need not know when its request was
 *       carried out, nor what time the database has: it counts from the send, on its own monotonic clock.
 *   <li>It trusts an answer for D, two thirds of the ttl. At that moment the work is told to stop, whatever the database
 *       does, by a thread that never waits for it; and {@code isLeading()}, which reads the clock at every call, says
 *       no. The work needs C at most to stop, and C is checked against the ttl by {@link io.anixops.lease.Timing}.
 *   <li>A request of unknown outcome may be carried out later. A renewal or a release names the term's token, so a late
 *       one does nothing to a later term; and a term whose release was sent is never led again: the process gets a new
 *       one first.
 * </ol>
 *
 * <p>Let rho be the relative error of rate between the two clocks, and J the largest forward step of the database's clock
 * within a term. By the database's clock the work has stopped (D + C) / (1 &minus; rho) after the send, and others may
 * begin a ttl &minus; J after it. So no two work at once as long as
 *
 * <pre>(D + C) / (1 &minus; rho) + J &lt; ttl</pre>
 *
 * <p>With the usual timing D + C is five sixths of the ttl: at a ttl of 30 s there are 5 s for clocks, steps and the time
 * that a thread waits for a processor.
 *
 * <p>The models in {@code models/} visit every order of events within small bounds: two processes never work at once as
 * long as this holds, and they are found to as soon as it does not.
 *
 * <h2>What this cannot promise</h2>
 *
 * <p>Two processes do work at once, for a while, when
 *
 * <ul>
 *   <li>one is paused (garbage collection, a frozen machine) for longer than that slack in the midst of a step that it
 *       began while it led. The next {@code isLeading()} says no; the step under way it cannot call back;
 *   <li>the database's clock jumps forward further than the slack, or a process's clock stands still with the machine;
 *   <li>the database fails over to a standby that had not received the grant, and grants the lease again;
 *   <li>work goes on after it was told to stop for longer than its timing says.
 * </ul>
 *
 * <p>Then only the fencing token protects: let each step carry {@link io.anixops.lease.Leadership#token()}, and let
 * whoever carries it out refuse a token lower than the highest it has seen.
 */
@NullMarked
package io.anixops.lease;

import org.jspecify.annotations.NullMarked;
