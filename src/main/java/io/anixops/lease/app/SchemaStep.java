package io.anixops.lease.app;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import javax.sql.DataSource;

/** Brings the lease table up to date, or looks whether an administrator has. */
record SchemaStep(DataSource connections, TableName table, boolean ensures, DatabaseSettings database) {

    /**
     * One attempt.
     *
     * @throws Mistake when the table belongs to a newer version, which no waiting heals
     * @throws LeaseStoreException when it did not work now; {@link Sentences} tells of it
     */
    void run() {
        try {
            if (ensures) {
                LeaseSchema.ensure(connections, table);
            } else {
                LeaseSchema.check(connections, table);
            }
        } catch (LeaseStoreException failed) {
            if (failed.kind() == LeaseStoreException.Kind.SCHEMA_TOO_NEW) {
                throw new Mistake(Sentences.about(failed, database), failed);
            }
            throw failed;
        }
    }
}
