package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import org.junit.jupiter.api.Test;

class GuardedLockTest {
    private final GuardedLock lock =
            new GuardedLock(new LeaseLock(MockApi.NAMESPACE, ReplicaElection.LEASE, "replica-1"), () -> {}, () -> {});

    @Test
    void a_lease_that_somebody_edited_by_hand_is_a_failure_that_the_elector_tries_again_after() {
        try (var api = new MockApi()) {
            api.client()
                    .resource(new LeaseBuilder()
                            .withNewMetadata()
                            .withNamespace(MockApi.NAMESPACE)
                            .withName(ReplicaElection.LEASE)
                            .endMetadata()
                            .withNewSpec()
                            .withHolderIdentity("somebody")
                            .endSpec()
                            .build())
                    .create();

            assertThatThrownBy(() -> lock.get(api.client()))
                    .isInstanceOf(KubernetesClientException.class)
                    .hasMessageContaining("coordination Lease");
        }
    }

    @Test
    void what_the_lock_says_by_itself_goes_through() {
        try (var api = new MockApi()) {
            assertThat(lock.get(api.client())).isNull();
            assertThat(lock.identity()).isEqualTo("replica-1");
        }
    }
}
