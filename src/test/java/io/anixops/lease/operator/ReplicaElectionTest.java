package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Uncaught;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicaElectionTest implements ReplicaElection.Listener {
    private final MockApi api = new MockApi();
    private final ManualNanos nanos = new ManualNanos();
    private final Uncaught uncaught = new Uncaught();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final Queue<Error> planted = new ConcurrentLinkedQueue<>();
    private final ReplicaElection election =
            new ReplicaElection(api.client(), MockApi.NAMESPACE, "replica-1", this, nanos);

    @AfterEach
    void close() {
        election.close();
        uncaught.close();
        api.close();
    }

    @Test
    void a_replica_that_could_not_begin_competes_again() {
        planted.add(new OutOfMemoryError("planted: unable to create native thread"));

        try (var loop = competing()) {
            Uncaught.await().until(() -> heard.contains("active"));

            assertThat(uncaught.seen()).hasAtLeastOneElementOfType(OutOfMemoryError.class);
            assertThat(loop.isAlive(Duration.ofDays(1))).isTrue();
        } finally {
            election.close();
        }
    }

    @Test
    void a_slow_api_server_makes_a_replica_the_active_one_once_and_for_all() {
        api.traffic().beLate(Duration.ofMillis(700));
        try (var loop = competing()) {
            Uncaught.await().until(() -> !heard.isEmpty());
            api.traffic().beLate(Duration.ZERO);
            var first = renewed();

            Uncaught.await().until(() -> renewed().isAfter(first));
            assertThat(heard).containsExactly("active");
            assertThat(loop.failures()).isZero();
        } finally {
            election.close();
        }
    }

    private ZonedDateTime renewed() {
        return api.client()
                .leases()
                .inNamespace(MockApi.NAMESPACE)
                .withName(ReplicaElection.LEASE)
                .get()
                .getSpec()
                .getRenewTime();
    }

    @Test
    void an_elector_whose_own_loop_stands_still_is_replaced() {
        try (var loop = competing()) {
            Uncaught.await().until(() -> heard.contains("active"));

            nanos.pass(Duration.ofMinutes(2)); // without its turn to touch the Lease, as far as it is known

            Uncaught.await().until(() -> heard.stream().filter("active"::equals).count() == 2);
            assertThat(loop.failures()).isZero();
        } finally {
            election.close();
        }
    }

    @Test
    void a_replica_that_is_not_confirmed_in_time_hears_it_at_once_and_not_when_its_elector_has_ended() {
        try (var loop = competing()) {
            Uncaught.await().until(() -> heard.equals(List.of("active")));

            Uncaught.await()
                    .until(
                            () -> { // however often it is confirmed in between
                                nanos.pass(Duration.ofSeconds(7));
                                return heard.size() > 1;
                            });
            assertThat(heard).startsWith("active", "silent");
            Uncaught.await().until(() -> heard.size() > 2); // it was confirmed after all
            assertThat(heard).startsWith("active", "silent", "active");
            assertThat(loop.failures()).isZero();
        } finally {
            election.close();
        }
    }

    private Loop competing() {
        return new Loop("test-election", Duration.ofMillis(20), election::compete, nanos, Duration.ofMillis(1));
    }

    @Override
    public void active() {
        var error = planted.poll();
        if (error != null) {
            throw error;
        }
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
}
