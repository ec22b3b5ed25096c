package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.NAMESPACE;
import static io.anixops.lease.operator.Samples.marked;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is left of a pod by others is only ever written upon where it bears our mark. */
class LabelProtocolTurnsTest {
    private final PodsInMemory pods = new PodsInMemory();
    private final PodTurns turns = new PodTurns(0, lock -> true);

    @Test
    void a_pod_that_was_fenced_meanwhile_is_not_labelled_though_it_was_left_to_us() {
        pods.put(marked("a", "3", false));
        pods.put(marked("c", "3", true));
        var uid = pods.get("a").getMetadata().getUid();
        var target = new LabelTarget(NAMESPACE, KEYS, "a", uid, 7);
        var protocol = new LabelProtocol(new FencedMeanwhile(), () -> "ours", turns);

        try (var theirs = turns.take(uid)) {
            var result = CompletableFuture.supplyAsync(() -> protocol.label(target, () -> true));

            assertThat(result.join()).isInstanceOf(LabelResult.Pending.class);
        }

        assertThat(KEYS.marksLeader(pods.get("a"))).isFalse();
    }

    /** While pod c is being fenced, another thread fences pod a for a newer term, and leaves it. */
    private final class FencedMeanwhile implements PodAccess {
        @Override
        public Written write(Pod read, KeyChange change) {
            if (read.getMetadata().getName().equals("c")) {
                pods.write(pods.get("a"), KeyChange.mark(KEYS, 8, "theirs"));
                try (var turn = turns.take(pods.get("a").getMetadata().getUid())) {
                    turn.leave(pods.get("a"));
                }
            }
            return pods.write(read, change);
        }

        @Override
        public Optional<Pod> read(String namespace, String name) {
            return pods.read(namespace, name);
        }

        @Override
        public Collection<Pod> bearing(String namespace, Keys keys) {
            return pods.bearing(namespace, keys);
        }
    }
}
