package io.anixops.lease.bench;

import javax.sql.DataSource;

/** The floor: one UPDATE by the primary key of a table of ours without a trigger, nothing asked and nothing returned. */
final class BareUpdate implements Contestant {
    private final DataSource pool;

    BareUpdate(DataSource pool) {
        this.pool = pool;
        Sql.execute(pool, """
                CREATE TABLE bare_lease (
                  name varchar(100) PRIMARY KEY,
                  holder varchar(200) NOT NULL,
                  expires_at timestamptz NOT NULL
                ) WITH (fillfactor = 70)
                """);
    }

    @Override
    public String name() {
        return "bare UPDATE";
    }

    @Override
    public String table() {
        return "bare_lease";
    }

    @Override
    public void take(int lease) {
        Sql.update(
                pool,
                "INSERT INTO bare_lease VALUES (?, 'alice', now() + interval '1 h') ON CONFLICT (name) DO NOTHING",
                "renewed/" + lease);
    }

    @Override
    public void renew(int lease) {
        var updated = Sql.update(
                pool, "UPDATE bare_lease SET expires_at = now() + interval '1 h' WHERE name = ?", "renewed/" + lease);
        Expect.that(updated == 1, "lease %s was not renewed", lease);
    }

    @Override
    public boolean has(Operation operation) {
        return operation == Operation.RENEW;
    }
}
