/**
 * The operator: observes, asks the database, labels the leader pod, reports.
 *
 * <p>The threads that matter, and what a throw does to each. A failure of the virtual machine, memory that ran out above
 * all, goes from any of them to the handler of what nobody caught ({@link io.anixops.lease.VmFailure}), which ends the
 * process; what follows is what holds for every other throwable.
 *
 * <table>
 * <caption>Threads</caption>
 * <tr><th>thread</th><th>after a throw</th></tr>
 * <tr><td>{@link Loop}s: {@code lease-renewals}, {@code -trust}, {@code -status}, {@code -orphans}, {@code -series},
 * {@code -overlooked}, {@code -events}, {@code -replica-election}</td><td>the next turn comes; counted by loop. Of many
 * leases in one turn, one that fails costs the others nothing ({@link Each})</td></tr>
 * <tr><td>{@code lease-label-removal}</td><td>the next turn of {@code lease-trust} hands the removal in again</td></tr>
 * <tr><td>those of the framework's passes</td><td>the pass is made again, ever more slowly; counted as failed. What only
 * watches a pass cannot fail it ({@link Bystanders})</td></tr>
 * <tr><td>{@code lease-replica}</td><td>the replica works all the same, and takes up each term by itself</td></tr>
 * <tr><td>{@code lease-replica-elector}</td><td>the elector is given up, and a new one competes</td></tr>
 * <tr><td>{@code lease-listener}, of the store</td><td>it listens anew; polling goes on meanwhile</td></tr>
 * <tr><td>the informers', the pools' and the probes'</td><td>an exception is their library's affair, and logged; an
 * error that they let go ends the process, as one that they log does when the virtual machine has failed</td></tr>
 * </table>
 */
@NullMarked
package io.anixops.lease.operator;

import org.jspecify.annotations.NullMarked;
