package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;

/**
 * An API server's pods for two leases, where writes may be lost, or carried out after their sender gave them up, and pods
 * are made again under their name. It remembers each moment at which two of them bore the label of one.
 */
final class SimulatedPods implements PodAccess {
    static final String NAMESPACE = "control";
    static final List<Keys> LEASES = List.of(new Keys("jobs"), new Keys("mail"));

    private final Map<String, Pod> pods = new TreeMap<>();
    private final List<Runnable> late = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Random random;
    private final Runnable turn;
    private long version;
    private long uid;

    /** @param turn called before each request: it lets others go first */
    SimulatedPods(Random random, Runnable turn) {
        this.random = random;
        this.turn = turn;
    }

    synchronized void make(String name) {
        pods.put(
                name,
                new PodBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(NAMESPACE)
                        .withUid("uid-" + ++uid)
                        .withResourceVersion(Long.toString(++version))
                        .endMetadata()
                        .build());
    }

    synchronized String uidOf(String name) {
        return pods.get(name).getMetadata().getUid();
    }

    /** As it is now, for those who will come with it when it is old. */
    synchronized Pod copyOf(String name) {
        return copy(pods.get(name));
    }

    /** A write of somebody else, a kubelet's, moves the version on. */
    synchronized void touch(String name) {
        pods.get(name).getMetadata().setResourceVersion(Long.toString(++version));
    }

    synchronized void carryOutOneLate() {
        if (!late.isEmpty()) {
            late.remove(random.nextInt(late.size())).run();
        }
    }

    synchronized List<String> violations() {
        return List.copyOf(violations);
    }

    synchronized List<String> labelled(Keys lease) {
        return pods.values().stream()
                .filter(lease::marksLeader)
                .map(pod -> pod.getMetadata().getName())
                .toList();
    }

    @Override
    public Optional<Pod> read(String namespace, String name) {
        turn.run();
        synchronized (this) {
            return Optional.ofNullable(pods.get(name)).map(SimulatedPods::copy);
        }
    }

    @Override
    public Collection<Pod> bearing(String namespace, Collection<Keys> leases) {
        turn.run();
        synchronized (this) {
            return pods.values().stream()
                    .filter(pod -> leases.stream().anyMatch(keys -> keys.areLabelsOf(pod)))
                    .map(SimulatedPods::copy)
                    .toList();
        }
    }

    @Override
    public Written write(Pod read, List<KeyChange> changes) {
        turn.run();
        synchronized (this) {
            switch (random.nextInt(12)) {
                case 0 -> {
                    late.add(() -> carryOut(read, changes));
                    throw new KubernetesClientException("no answer; it may still be carried out");
                }
                case 1 -> {
                    carryOut(read, changes);
                    throw new KubernetesClientException("the answer was lost");
                }
                default -> {
                    return carryOut(read, changes);
                }
            }
        }
    }

    private Written carryOut(Pod read, List<KeyChange> changes) {
        var name = read.getMetadata().getName();
        var now = pods.get(name);
        if (now == null) {
            return new Written.Gone();
        }
        if (!now.getMetadata().getResourceVersion().equals(read.getMetadata().getResourceVersion())) {
            return new Written.Stale();
        }
        var changed = copy(now);
        changes.forEach(change -> apply(change, changed));
        changed.getMetadata().setResourceVersion(Long.toString(++version));
        pods.put(name, changed);
        LEASES.forEach(lease -> judge(lease, now, changed));
        return new Written.Done(copy(changed));
    }

    private static void apply(KeyChange change, Pod pod) {
        var keys = change.keys();
        pod.getMetadata()
                .setLabels(apply(Keys.labels(pod), keys.leader(), change.leader(), keys.token(), change.token()));
        pod.getMetadata().setAnnotations(apply(Keys.annotations(pod), keys.nonce(), change.nonce()));
    }

    private void judge(Keys lease, Pod before, Pod after) {
        if (labelled(lease).size() > 1) {
            violations.add("two pods bear the label of %s: %s".formatted(lease, labelled(lease)));
        }
        if (lease.tokenOn(after) < lease.tokenOn(before)) {
            violations.add("the token of %s on %s fell"
                    .formatted(lease, after.getMetadata().getName()));
        }
    }

    private static Map<String, String> apply(Map<String, String> before, String... changes) {
        var after = new HashMap<>(before);
        for (var i = 0; i < changes.length; i += 2) {
            if (changes[i + 1] == null) {
                after.remove(changes[i]);
            } else {
                after.put(changes[i], changes[i + 1]);
            }
        }
        return after;
    }

    private static Pod copy(Pod pod) {
        return new PodBuilder(pod).build();
    }
}
