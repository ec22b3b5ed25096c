package io.anixops.lease.postgres;

import io.anixops.lease.Printable;
import java.util.regex.Pattern;

/**
 * The lease table: a schema and a name, each of lower-case letters, digits and {@code _}. All that belongs to the table
 * is named after it, so both together have at most 62 characters, and the name at most 48.
 */
public record TableName(String schema, String table) {
    private static final Pattern RULE = Pattern.compile("[a-z_][a-z0-9_]*");
    private static final int MOST_BYTES = 63; // of any name in PostgreSQL, channels included
    private static final int LONGEST_SUFFIX = "_schema_version".length();

    /** {@code public.database_lease}. */
    public static final TableName DEFAULT = new TableName("public", "database_lease");

    public TableName {
        requirePart(schema);
        requirePart(table);
        if (schema.length() + 1 + table.length() > MOST_BYTES || table.length() + LONGEST_SUFFIX > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "table name '%s.%s' is too long: %d characters are allowed with the schema, and %d without it"
                            .formatted(
                                    Printable.of(schema),
                                    Printable.of(table),
                                    MOST_BYTES,
                                    MOST_BYTES - LONGEST_SUFFIX));
        }
    }

    /** {@code schema.table}, or {@code table} for one in {@code public}. */
    public static TableName of(String text) {
        var dot = text.indexOf('.');
        return dot < 0 ? new TableName("public", text) : new TableName(text.substring(0, dot), text.substring(dot + 1));
    }

    /** SQL that was written for {@link #DEFAULT}, for this table. */
    String in(String sql) {
        return sql.replace(DEFAULT.toString(), toString());
    }

    /** Where changes are told. */
    String channel() {
        return toString();
    }

    @Override
    public String toString() {
        return schema + "." + table;
    }

    private static void requirePart(String part) {
        if (!RULE.matcher(part).matches()) {
            throw new IllegalArgumentException(
                    "table name '%s' must be [schema.]table, each of a to z, 0 to 9 and _, and not start with a digit"
                            .formatted(Printable.of(part)));
        }
    }
}
