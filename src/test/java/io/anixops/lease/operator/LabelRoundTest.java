package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.LabelProtocol.Placement;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several leases that move to one pod at once. */
class LabelRoundTest {
    private static final Keys JOBS = new Keys("jobs");
    private static final Keys MAIL = new Keys("mail");

    private final PodsInMemory pods = new PodsInMemory();
    private final AtomicLong nonces = new AtomicLong();

    @BeforeEach
    void makePod() {
        pods.put(Samples.pod("a", Map.of(), Map.of()));
    }

    @Test
    void they_take_each_step_in_one_request() {
        var results = label(pods, placement(JOBS, 7), placement(MAIL, 4));

        assertThat(results.values()).containsOnly(new LabelResult.Labelled());
        assertThat(pods.written()).containsExactly("a", "a");
        assertThat(leads(JOBS, "a") && leads(MAIL, "a")).isTrue();
    }

    @Test
    void the_former_leader_of_all_of_them_is_fenced_in_one_request() {
        pods.put(Samples.pod(
                "former",
                Map.of(JOBS.leader(), "true", JOBS.token(), "6", MAIL.leader(), "true", MAIL.token(), "3"),
                Map.of(JOBS.nonce(), "n", MAIL.nonce(), "n")));

        label(pods, placement(JOBS, 7), placement(MAIL, 4));

        assertThat(pods.written()).containsExactly("a", "former", "a");
        assertThat(leads(JOBS, "former") || leads(MAIL, "former")).isFalse();
    }

    @Test
    void a_term_that_is_not_trusted_any_more_drops_out_and_the_other_is_labelled() {
        var late = new Placement(target(JOBS, 7), () -> false);
        var other = placement(MAIL, 4);

        var results = label(pods, late, other);

        assertThat(results.get(late)).isInstanceOf(LabelResult.Pending.class);
        assertThat(results.get(other)).isEqualTo(new LabelResult.Labelled());
        assertThat(leads(JOBS, "a")).isFalse();
    }

    @Test
    void a_higher_token_anywhere_ends_its_own_lease_only() {
        pods.put(Samples.pod("b", Map.of(JOBS.token(), "9"), Map.of(JOBS.nonce(), "n")));
        var regressed = placement(JOBS, 7);
        var other = placement(MAIL, 4);

        var results = label(pods, regressed, other);

        assertThat(results.get(regressed)).isEqualTo(new LabelResult.HigherToken(9));
        assertThat(results.get(other)).isEqualTo(new LabelResult.Labelled());
    }

    @Test
    void of_two_terms_of_one_lease_the_newer_one_goes() {
        var older = placement(JOBS, 6);
        var newer = placement(JOBS, 7);

        assertThat(label(pods, newer, older)).containsEntry(older, new LabelResult.HigherToken(7));
        assertThat(label(pods, older, newer)).containsEntry(newer, new LabelResult.Labelled());
        assertThat(JOBS.tokenOn(pods.get("a"))).isEqualTo(7);
    }

    @Test
    void a_pod_that_cannot_be_fenced_holds_up_whose_label_it_bears_and_nobody_else() {
        pods.put(Samples.pod("former", Map.of(JOBS.leader(), "true", JOBS.token(), "6"), Map.of(JOBS.nonce(), "n")));
        var held = placement(JOBS, 7);
        var other = placement(MAIL, 4);

        var results = label(new Refusing("former", 500), held, other);

        assertThat(results.get(held)).isInstanceOf(LabelResult.Pending.class);
        assertThat(results.get(other)).isEqualTo(new LabelResult.Labelled());
        assertThat(leads(JOBS, "a")).isFalse();
    }

    @Test
    void where_all_are_refused_together_for_what_one_of_them_asks_the_others_are_labelled_alone() {
        var refused = placement(JOBS, 7);
        var other = placement(MAIL, 4);

        var results = label(new Refusing(JOBS), refused, other);

        assertThat(results.get(refused)).isInstanceOf(LabelResult.Pending.class);
        assertThat(results.get(other)).isEqualTo(new LabelResult.Labelled());
    }

    @Test
    void a_pod_that_was_fenced_for_a_newer_term_after_our_mark_is_not_labelled() {
        pods.put(Samples.pod("former", Map.of(JOBS.leader(), "true", JOBS.token(), "6"), Map.of(JOBS.nonce(), "n")));
        var overtaken = placement(JOBS, 7);

        var results = label(new FencedMeanwhile(), overtaken);

        assertThat(results.get(overtaken)).isInstanceOf(LabelResult.Pending.class);
        assertThat(leads(JOBS, "a")).isFalse();
    }

    private Map<Placement, LabelResult> label(PodAccess access, Placement... wanted) {
        return new LabelProtocol(access, () -> "n" + nonces.incrementAndGet()).label(List.of(wanted));
    }

    private Placement placement(Keys keys, long token) {
        return new Placement(target(keys, token), () -> true);
    }

    private LabelTarget target(Keys keys, long token) {
        return new LabelTarget(NAMESPACE, keys, "a", pods.get("a").getMetadata().getUid(), token);
    }

    private boolean leads(Keys keys, String pod) {
        return keys.marksLeader(pods.get(pod));
    }

    /** An API server that does not take some writes. */
    private final class Refusing extends Passing {
        private final String pod;
        private final List<Keys> leases;
        private final int code;

        Refusing(String pod, int code) {
            this.pod = pod;
            this.leases = List.of(JOBS, MAIL);
            this.code = code;
        }

        Refusing(Keys lease) {
            this.pod = "a";
            this.leases = List.of(lease);
            this.code = 422;
        }

        @Override
        public Written write(Pod read, List<KeyChange> changes) {
            if (read.getMetadata().getName().equals(pod)
                    && changes.stream().map(KeyChange::keys).anyMatch(leases::contains)) {
                throw new KubernetesClientException("planted", code, null);
            }
            return super.write(read, changes);
        }
    }

    /** While the former leader is being fenced, another replica fences pod a for a newer term. */
    private final class FencedMeanwhile extends Passing {
        @Override
        public Written write(Pod read, List<KeyChange> changes) {
            if (read.getMetadata().getName().equals("former")) {
                pods.write(pods.get("a"), List.of(KeyChange.mark(JOBS, 8, "theirs")));
            }
            return super.write(read, changes);
        }
    }

    private class Passing implements PodAccess {
        @Override
        public Optional<Pod> read(String namespace, String name) {
            return pods.read(namespace, name);
        }

        @Override
        public Collection<Pod> bearing(String namespace, Collection<Keys> leases) {
            return pods.bearing(namespace, leases);
        }

        @Override
        public Written write(Pod read, List<KeyChange> changes) {
            return pods.write(read, changes);
        }
    }
}
