package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the operator is to work.
 *
 * @param namespaces those it serves; empty: all
 * @param instance this process, written as {@code renewer} into the rows that it renews
 * @param cluster the cluster's name, to tell one from another on a shared database; null when there is none
 * @param statusWritesPerSecond budget of status refreshes, all leases together
 * @param apiRequestsPerSecond budget of all requests to the API server but those that must not wait
 * @param apiSilenceLimit how long renewals go on while the API server does not answer
 * @param coordinationNamespace where the Lease is that tells which replica works; null: this is the only one
 * @param perLeaseMetrics whether every lease has series of its own
 * @param shared rows that are no namespace's own, and who may have them
 * @param matchesHoldersWithoutInfo whether a pod that holds a lease itself is found by its name in the holder id alone
 */
public record OperatorOptions(
        Set<String> namespaces,
        HolderId instance,
        @Nullable String cluster,
        int statusWritesPerSecond,
        int apiRequestsPerSecond,
        Duration apiSilenceLimit,
        @Nullable String coordinationNamespace,
        boolean perLeaseMetrics,
        SharedLeases shared,
        boolean matchesHoldersWithoutInfo) {
    public OperatorOptions {
        namespaces = Set.copyOf(namespaces);
        requireOne("status writes", statusWritesPerSecond);
        requireOne("requests to the API server", apiRequestsPerSecond);
    }

    private static void requireOne(String what, int perSecond) {
        if (perSecond < 1) {
            throw new IllegalArgumentException(
                    "%s per second are %d, and must be at least 1".formatted(what, perSecond));
        }
    }
}
