package io.anixops.lease.postgres;

import static io.anixops.lease.postgres.LeaseDatabase.NAME;
import static io.anixops.lease.postgres.LeaseDatabase.TTL;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.HolderId;
import io.anixops.lease.Renewal;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database whose default isolation is stricter than the usual one. */
class IsolationIT {
    private final LeaseDatabase leases = LeaseDatabase.create();

    @ParameterizedTest
    @ValueSource(strings = {"repeatable read", "serializable"})
    void contention_is_an_answer_and_no_failure(String isolation) throws Exception {
        leases.run("ALTER DATABASE %s SET default_transaction_isolation = '%s'"
                .formatted(leases.database.name(), isolation));
        var holders = new AtomicInteger();
        var executor = Executors.newFixedThreadPool(4);
        List<Callable<Void>> contenders = IntStream.range(0, 4)
                .<Callable<Void>>mapToObj(i -> () -> {
                    for (var round = 0; round < 30; round++) {
                        var claim = LeaseDatabase.claim(NAME, HolderId.of("holder-" + i), TTL);
                        if (leases.store.tryAcquire(claim) instanceof Attempt.Held held) {
                            assertThat(holders.incrementAndGet()).isEqualTo(1);
                            assertThat(leases.renew(held.term())).isInstanceOf(Renewal.Renewed.class);
                            holders.decrementAndGet();
                            assertThat(leases.store.release(held.term())).isTrue();
                        }
                    }
                    return null;
                })
                .toList();
        try {
            for (var done : executor.invokeAll(contenders, 120, TimeUnit.SECONDS)) {
                done.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
