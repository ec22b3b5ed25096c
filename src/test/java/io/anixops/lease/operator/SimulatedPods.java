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
 * An API server's pods for one lease, where writes may be lost, or carried out after their sender gave them up, and pods
 * are made again under their name. It remembers each moment at which two of them bore the label.
 */
final class SimulatedPods implements PodAccess {
    static final String NAMESPACE = "control";
    static final Keys KEYS = new Keys("jobs");

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

    synchronized List<String> labelled() {
        return pods.values().stream()
                .filter(KEYS::marksLeader)
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
    public Collection<Pod> bearing(String namespace, Keys keys) {
        turn.run();
        synchronized (this) {
            return pods.values().stream()
                    .filter(pod -> Keys.leasesOn(pod).anyMatch(keys.lease()::equals))
                    .map(SimulatedPods::copy)
                    .toList();
        }
    }

    @Override
    public Written write(Pod read, KeyChange change) {
        turn.run();
        synchronized (this) {
            switch (random.nextInt(12)) {
                case 0 -> {
                    late.add(() -> carryOut(read, change));
                    throw new KubernetesClientException("no answer; it may still be carried out");
                }
                case 1 -> {
                    carryOut(read, change);
                    throw new KubernetesClientException("the answer was lost");
                }
                default -> {
                    return carryOut(read, change);
                }
            }
        }
    }

    private Written carryOut(Pod read, KeyChange change) {
        var name = read.getMetadata().getName();
        var now = pods.get(name);
        if (now == null) {
            return new Written.Gone();
        }
        if (!now.getMetadata().getResourceVersion().equals(read.getMetadata().getResourceVersion())) {
            return new Written.Stale();
        }
        var changed = copy(now);
        changed.getMetadata()
                .setLabels(apply(Keys.labels(now), KEYS.leader(), change.leader(), KEYS.token(), change.token()));
        changed.getMetadata().setAnnotations(apply(Keys.annotations(now), KEYS.nonce(), change.nonce(), "", null));
        changed.getMetadata().setResourceVersion(Long.toString(++version));
        pods.put(name, changed);
        judge(now, changed);
        return new Written.Done(copy(changed));
    }

    private void judge(Pod before, Pod after) {
        if (labelled().size() > 1) {
            violations.add("two pods bear the label: " + labelled());
        }
        if (KEYS.tokenOn(after) < KEYS.tokenOn(before)) {
            violations.add("the token on %s fell".formatted(after.getMetadata().getName()));
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
