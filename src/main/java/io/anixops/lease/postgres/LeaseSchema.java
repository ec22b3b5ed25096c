package io.anixops.lease.postgres;

import io.anixops.lease.LeaseStoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;

/** Creates or upgrades the lease table and what belongs to it. */
public final class LeaseSchema {
    /** The version of the schema that this software needs. */
    static final int VERSION = 1;

    private LeaseSchema() {}

    /**
     * Creates the table or adds what is missing; safe however many do so at once. Where all is there already, it only
     * reads, and needs no right to change the schema.
     *
     * @throws LeaseStoreException {@code SCHEMA_MISSING} when it is not there and this role may not create it,
     *     {@code SCHEMA_TOO_NEW} when it belongs to a newer version of this software, with the cure in the message
     */
    public static void ensure(DataSource source, TableName table) {
        new SchemaRunner(source, table).ensure();
    }

    /**
     * Checks that the table is there in the version that is needed, and changes nothing.
     *
     * @throws LeaseStoreException {@code SCHEMA_MISSING} or {@code SCHEMA_TOO_NEW}, with the cure in the message
     */
    public static void check(DataSource source, TableName table) {
        new SchemaRunner(source, table).check();
    }

    /** The script that {@link #ensure} runs, for an administrator or a migration tool. */
    public static String script(TableName table) {
        try (var script = LeaseSchema.class.getResourceAsStream("database_lease.sql")) {
            if (script == null) {
                throw new IllegalStateException("database_lease.sql is missing beside " + LeaseSchema.class);
            }
            return table.in(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
