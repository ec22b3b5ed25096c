package io.anixops.lease.operator.decision;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which pod it is that holds a lease by its own process.
 *
 * <p>By what the row tells of the holder: its uid, which is no other pod's; where it has none, its pod's name. Else by the
 * holder id, which is the pod's name, a dash and a suffix. By a name only a pod that was made before the term began is
 * meant, so that one made again under the name does not inherit the term. A pod's age is in whole seconds, cut off: one made
 * within the very second in which the term began is taken for the holder, since a process may well be that quick.
 *
 * @param namespace of the pods
 * @param cluster name of the cluster that they are in; null when it has none
 * @param byNameAlone whether a name is enough where the row does not name the cluster; not where two clusters have pods of
 *     the same name
 */
public record HolderMatch(String namespace, @Nullable String cluster, boolean byNameAlone) {
    /** A host name is cut to so many characters. */
    private static final int LONGEST_HOST_NAME = 63;

    /** Empty where no pod, or more than one, answers to it. */
    Optional<Candidate> podOf(Lease row, Collection<Candidate> pods) {
        var info = row.holderInfo();
        if (isHeldByOperator(row) || isElsewhere(info)) {
            return Optional.empty();
        }
        if (info.uid() != null) {
            return only(pods, pod -> pod.uid().equals(info.uid()) && (info.pod() == null || isNamed(pod, info.pod())));
        }
        return byNameAlone || isOurCluster(info)
                ? only(pods, pod -> isNamed(pod, nameIn(row)) && wasThereAtTheStart(pod, row))
                : Optional.empty();
    }

    /** Then no process of the pod has it, nor knows of it. */
    private static boolean isHeldByOperator(Lease row) {
        return !row.renewer().isEmpty() && !row.renewer().equals(row.holder());
    }

    private boolean isElsewhere(HolderInfo info) {
        var otherCluster =
                info.cluster() != null && cluster != null && !info.cluster().equals(cluster);
        return otherCluster || (info.namespace() != null && !info.namespace().equals(namespace));
    }

    private boolean isOurCluster(HolderInfo info) {
        return info.cluster() != null && info.cluster().equals(cluster);
    }

    private static String nameIn(Lease row) {
        if (row.holderInfo().pod() != null) {
            return row.holderInfo().pod();
        }
        return row.holder().substring(0, Math.max(0, row.holder().lastIndexOf('-')));
    }

    private static boolean isNamed(Candidate pod, String name) {
        return pod.pod().equals(name) || hostNameOf(pod.pod()).equals(name);
    }

    private static String hostNameOf(String pod) {
        return pod.length() <= LONGEST_HOST_NAME
                ? pod
                : pod.substring(0, LONGEST_HOST_NAME).replaceAll("[-.]+$", "");
    }

    private static boolean wasThereAtTheStart(Candidate pod, Lease row) {
        return row.acquiredAt() != null && !pod.created().isAfter(row.acquiredAt());
    }

    private static Optional<Candidate> only(Collection<Candidate> pods, Predicate<Candidate> meant) {
        var found = pods.stream().filter(meant).toList();
        return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
    }
}
