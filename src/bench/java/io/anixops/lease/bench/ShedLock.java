package io.anixops.lease.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import org.springframework.jdbc.core.JdbcTemplate;

/** ShedLock with its JdbcTemplate provider and the database's time, as its documentation recommends. */
final class ShedLock implements Contestant {
    private final JdbcTemplateLockProvider locks;
    private final JdbcTemplateLockProvider others;
    private final Map<Integer, JdbcTemplateLockProvider> processes = new ConcurrentHashMap<>();
    private final Map<Integer, SimpleLock> taken = new ConcurrentHashMap<>();
    private final DataSource pool;

    ShedLock(DataSource pool) {
        this.pool = pool;
        Sql.execute(pool, """
                CREATE TABLE shedlock (
                  name VARCHAR(64) NOT NULL PRIMARY KEY, lock_until TIMESTAMP NOT NULL,
                  locked_at TIMESTAMP NOT NULL, locked_by VARCHAR(255) NOT NULL
                ) WITH (fillfactor = 70)
                """);
        this.locks = provider(pool, "alice");
        this.others = provider(pool, "bob");
    }

    private static JdbcTemplateLockProvider provider(DataSource pool, String holder) {
        return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                .withJdbcTemplate(new JdbcTemplate(pool))
                .withLockedByValue(holder)
                .usingDbTime()
                .build());
    }

    private static Optional<SimpleLock> lock(JdbcTemplateLockProvider locks, String name) {
        return locks.lock(new LockConfiguration(Instant.now(), name, Ours.TTL, Duration.ZERO));
    }

    @Override
    public String name() {
        return "ShedLock";
    }

    @Override
    public String table() {
        return "shedlock";
    }

    @Override
    public void take(int lease) {
        taken.computeIfAbsent(lease, number -> lock(locks, "renewed/" + number).orElseThrow());
    }

    @Override
    public void renew(int lease) {
        taken.compute(
                lease, (number, lock) -> lock.extend(Ours.TTL, Duration.ZERO).orElseThrow());
    }

    @Override
    public void cycle(int lease) {
        lock(locks, "cycled/" + lease).orElseThrow().unlock();
    }

    @Override
    public boolean contend(int process, Runnable holding) {
        var locks = processes.computeIfAbsent(process, number -> provider(pool, "process-" + number));
        var lock = lock(locks, "contended");
        lock.ifPresent(held -> {
            holding.run();
            held.unlock();
        });
        return lock.isPresent();
    }

    @Override
    public void occupy(int lease) {
        lock(others, "occupied/" + lease);
    }

    @Override
    public void refused(int lease) {
        Expect.that(lock(locks, "occupied/" + lease).isEmpty(), "an attempt at lease %s was not refused", lease);
    }
}
