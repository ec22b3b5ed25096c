package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Uncaught;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StrippingTest {
    private static final Map<String, String> LABELS = Map.of(
            "app", "control",
            "leader.lease.anixops.io/main", "true",
            "token.lease.anixops.io/main", "7",
            "token.lease.anixops.io/other", "9");
    private static final Map<String, String> ANNOTATIONS =
            Map.of("note", "mine", "nonce.lease.anixops.io/main", "abc", "nonce.lease.anixops.io/third", "def");

    private final MockApi api = new MockApi();
    private final List<Duration> pauses = new ArrayList<>();

    @AfterEach
    void close() {
        api.close();
    }

    @Test
    void every_key_of_every_lease_goes_and_nothing_else() throws Exception {
        bearer(MockApi.NAMESPACE, "web-1");
        bearer("elsewhere", "web-2");
        api.readyPod("web-3");

        assertThat(stripping(Set.of(), null).run()).isEqualTo(2);

        for (var pod : api.client().pods().inAnyNamespace().list().getItems()) {
            assertThat(pod.getMetadata().getLabels()).isEqualTo(Map.of("app", "control"));
        }
        assertThat(api.read("web-1").getMetadata().getAnnotations()).isEqualTo(Map.of("note", "mine"));
    }

    @Test
    void pods_of_other_namespaces_are_left_alone() throws Exception {
        bearer(MockApi.NAMESPACE, "web-1");
        bearer("elsewhere", "web-2");

        assertThat(stripping(Set.of("elsewhere"), null).run()).isEqualTo(1);

        assertThat(api.labelled("main")).containsExactly("web-1");
    }

    @Test
    void a_replica_that_works_has_stood_by_before_the_first_key_goes() throws Exception {
        bearer(MockApi.NAMESPACE, "web-1");
        var labelledAtTheFirstPause = new ArrayList<String>();
        heldBy("replica-1");

        stripping(Set.of(), MockApi.NAMESPACE, () -> {
                    if (pauses.size() == 1) {
                        labelledAtTheFirstPause.addAll(api.labelled("main"));
                    }
                })
                .run();

        assertThat(pauses.get(0)).isEqualTo(ReplicaElection.LEASE_DURATION);
        assertThat(labelledAtTheFirstPause).containsExactly("web-1");
        var spec = lease().getSpec();
        assertThat(spec.getHolderIdentity()).isEqualTo("strip-1");
        assertThat(Duration.ofSeconds(spec.getLeaseDurationSeconds())).isEqualTo(StandDown.HOLD);
    }

    @Test
    void where_no_replica_works_nobody_is_waited_for_and_none_begins() throws Exception {
        stripping(Set.of(), MockApi.NAMESPACE).run();

        assertThat(pauses).containsExactly(Duration.ZERO);
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("strip-1");
    }

    @Test
    void what_a_late_write_put_back_goes_too() throws Exception {
        bearer(MockApi.NAMESPACE, "web-1");
        api.readyPod("web-2");

        var stripped = stripping(Set.of(), null, () -> {
                    if (pauses.size() == 2) {
                        mark("web-2");
                    }
                })
                .run();

        assertThat(stripped).isEqualTo(2);
        assertThat(api.labelled("main")).isEmpty();
    }

    @Test
    void the_replica_that_has_the_lease_hears_of_it() {
        var heard = new CopyOnWriteArrayList<String>();
        var nanos = new ManualNanos();
        var election = new ReplicaElection(api.client(), MockApi.NAMESPACE, "replica-1", listener(heard), nanos);
        try (var loop =
                new Loop("test-election", Duration.ofMillis(20), election::compete, nanos, Duration.ofMillis(1))) {
            Uncaught.await().until(() -> heard.contains("active"));

            new StandDown(api.client(), MockApi.NAMESPACE, "strip-1", InstantSource.system()).order();

            Uncaught.await().until(() -> heard.contains("standby"));
            assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("strip-1");
            assertThat(loop.failures()).isZero();
        } finally {
            election.close();
        }
    }

    private Stripping stripping(Set<String> namespaces, @Nullable String coordination) {
        return stripping(namespaces, coordination, () -> {});
    }

    private Stripping stripping(Set<String> namespaces, @Nullable String coordination, Runnable meanwhile) {
        return new Stripping(api.client(), namespaces, coordination, "strip-1", InstantSource.system(), time -> {
            pauses.add(time);
            meanwhile.run();
        });
    }

    private void bearer(String namespace, String name) {
        api.client()
                .resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .withLabels(LABELS)
                        .withAnnotations(ANNOTATIONS)
                        .endMetadata()
                        .build())
                .create();
    }

    private void mark(String pod) {
        var change = new KeyChange(new Keys("main"), Keys.LEADING, "8", "ghi");
        new LivePods(api.client(), () -> {}).write(api.read(pod), List.of(change));
    }

    private void heldBy(String identity) {
        api.client()
                .resource(new LeaseBuilder()
                        .withNewMetadata()
                        .withNamespace(MockApi.NAMESPACE)
                        .withName(ReplicaElection.LEASE)
                        .endMetadata()
                        .withNewSpec()
                        .withHolderIdentity(identity)
                        .withLeaseDurationSeconds(8)
                        .withRenewTime(Instant.now().atZone(ZoneOffset.UTC))
                        .endSpec()
                        .build())
                .create();
    }

    private Lease lease() {
        return api.client()
                .leases()
                .inNamespace(MockApi.NAMESPACE)
                .withName(ReplicaElection.LEASE)
                .get();
    }

    private static ReplicaElection.Listener listener(List<String> heard) {
        return new ReplicaElection.Listener() {
            @Override
            public void active() {
                heard.add("active");
            }

            @Override
            public void standby() {
                heard.add("standby");
            }

            @Override
            public void silent() {
                heard.add("silent");
            }
        };
    }
}
