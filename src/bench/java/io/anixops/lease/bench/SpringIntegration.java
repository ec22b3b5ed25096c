package io.anixops.lease.bench;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.springframework.integration.jdbc.lock.DefaultLockRepository;
import org.springframework.integration.jdbc.lock.JdbcLockRegistry;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Spring Integration's JdbcLockRegistry over its DefaultLockRepository. A lock belongs to the thread that took it. */
final class SpringIntegration implements Contestant {
    private final JdbcLockRegistry locks;
    private final JdbcLockRegistry others;
    private final Map<Integer, JdbcLockRegistry> processes = new ConcurrentHashMap<>();
    private final Set<Integer> taken = ConcurrentHashMap.newKeySet();
    private final DataSource pool;

    SpringIntegration(DataSource pool) {
        this.pool = pool;
        Sql.execute(pool, """
                CREATE TABLE int_lock (
                  lock_key CHAR(36) NOT NULL, region VARCHAR(100) NOT NULL, client_id CHAR(36),
                  created_date TIMESTAMP NOT NULL, expired_after TIMESTAMP NOT NULL,
                  CONSTRAINT int_lock_pk PRIMARY KEY (lock_key, region)
                ) WITH (fillfactor = 70)
                """);
        this.locks = registry(pool);
        this.others = registry(pool);
    }

    private static JdbcLockRegistry registry(DataSource pool) {
        var repository = new DefaultLockRepository(pool);
        repository.setTransactionManager(new DataSourceTransactionManager(pool));
        repository.afterPropertiesSet();
        repository.afterSingletonsInstantiated();
        var registry = new JdbcLockRegistry(repository, Ours.TTL);
        registry.setCacheCapacity(1_000_000);
        return registry;
    }

    @Override
    public String name() {
        return "Spring Integration";
    }

    @Override
    public String table() {
        return "int_lock";
    }

    @Override
    public void take(int lease) {
        if (taken.add(lease)) {
            Expect.that(locks.obtain("renewed/" + lease).tryLock(), "lease %s was not acquired", lease);
        }
    }

    @Override
    public void renew(int lease) {
        locks.renewLock("renewed/" + lease); // throws when it is not held any more
    }

    @Override
    public void cycle(int lease) {
        var lock = locks.obtain("cycled/" + lease);
        Expect.that(lock.tryLock(), "lease %s was not acquired", lease);
        lock.unlock();
    }

    @Override
    public boolean contend(int process, Runnable holding) {
        var lock = processes.computeIfAbsent(process, number -> registry(pool)).obtain("contended");
        if (!lock.tryLock()) {
            return false;
        }
        holding.run();
        lock.unlock();
        return true;
    }

    @Override
    public void occupy(int lease) {
        others.obtain("occupied/" + lease).tryLock();
    }

    @Override
    public void refused(int lease) {
        Expect.that(!locks.obtain("occupied/" + lease).tryLock(), "an attempt at lease %s was not refused", lease);
    }
}
