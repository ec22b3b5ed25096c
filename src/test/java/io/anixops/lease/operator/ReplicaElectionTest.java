package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ReplicaElectionTest {
    private final ManualNanos nanos = new ManualNanos();
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void a_replica_that_is_not_confirmed_in_time_hears_it_at_once_and_not_when_its_elector_has_ended() {
        try (var api = new MockApi();
                var election = new ReplicaElection(api.client(), MockApi.NAMESPACE, "one", new Ears(), nanos);
                var loop = new Loop("election", Duration.ofMillis(10), election::compete, nanos)) {
            await().untilAsserted(() -> assertThat(told).containsExactly("active"));

            await("however often it is confirmed in between").untilAsserted(() -> {
                nanos.pass(Duration.ofSeconds(7));
                assertThat(told).startsWith("active", "silent");
            });
            await("it was confirmed after all")
                    .untilAsserted(() -> assertThat(told).startsWith("active", "silent", "active"));
            election.close();
        }
    }

    @Test
    void a_slow_api_server_makes_a_replica_the_active_one_once_and_for_all() {
        try (var api = new MockApi();
                var election = new ReplicaElection(api.client(), MockApi.NAMESPACE, "one", new Ears(), nanos)) {
            api.traffic().beLate(Duration.ofMillis(700));
            try (var loop = new Loop("election", Duration.ofMillis(10), election::compete, nanos)) {
                await().until(() -> !told.isEmpty());
                api.traffic().beLate(Duration.ZERO);
                var first = renewed(api);

                await("it is renewed").until(() -> renewed(api).isAfter(first));
                assertThat(told).containsExactly("active");
                election.close();
            }
        }
    }

    private static ZonedDateTime renewed(MockApi api) {
        return api.client()
                .leases()
                .inNamespace(MockApi.NAMESPACE)
                .withName(ReplicaElection.LEASE)
                .get()
                .getSpec()
                .getRenewTime();
    }

    private final class Ears implements ReplicaElection.Listener {
        @Override
        public void active() {
            told.add("active");
        }

        @Override
        public void standby() {
            told.add("standby");
        }

        @Override
        public void silent() {
            told.add("silent");
        }
    }
}
