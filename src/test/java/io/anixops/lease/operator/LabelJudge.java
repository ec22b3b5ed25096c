package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** Follows the pods in the order of the API server's writes, and notes each moment at which two bore the label. */
final class LabelJudge implements Watcher<Pod>, AutoCloseable {
    private final Keys keys;
    private final Set<String> labelled = new TreeSet<>();
    private final List<Set<String>> tooMany = new CopyOnWriteArrayList<>();
    private final List<String> order = new ArrayList<>();
    private final Watch watch;

    LabelJudge(KubernetesClient client, String namespace, String lease) {
        keys = new Keys(lease);
        watch = client.pods().inNamespace(namespace).watch(this);
    }

    @Override
    public synchronized void eventReceived(Action action, Pod pod) {
        var name = pod.getMetadata().getName();
        if (action != Action.DELETED && keys.marksLeader(pod)) {
            if (labelled.add(name)) {
                order.add(name);
            }
        } else {
            labelled.remove(name);
        }
        if (labelled.size() > 1) {
            tooMany.add(Set.copyOf(labelled));
        }
    }

    @Override
    public void onClose(WatcherException cause) {
        throw new IllegalStateException("the judge saw no more", cause);
    }

    /** Each time that more than one pod bore the label, who. */
    List<Set<String>> tooMany() {
        return tooMany;
    }

    /** The pods that got the label, in order. */
    synchronized List<String> order() {
        return List.copyOf(order);
    }

    @Override
    public void close() {
        watch.close();
    }
}
