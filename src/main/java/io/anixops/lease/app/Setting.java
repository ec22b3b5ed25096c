package io.anixops.lease.app;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Every setting there is, spelled once: the command line, its help, the environment variables and the table in the
 * documents come from here. An empty default says that there is none.
 */
enum Setting {
    DATABASE_URL(
            Part.DATABASE,
            "URL",
            "",
            "JDBC URL of the database, jdbc:postgresql://host:port/name, instead of host, port and name;"
                    + " it never holds a password"),
    DATABASE_HOST(
            Part.DATABASE,
            "HOST",
            "",
            "host of the database; several, with commas, are tried for the one that is primary"),
    DATABASE_PORT(Part.DATABASE, "PORT", "5432", "port of the database, for every host"),
    DATABASE_NAME(Part.DATABASE, "NAME", "", "name of the database"),
    DATABASE_USER(Part.DATABASE, "USER", "", "role to log in as; required, here or in the URL"),
    DATABASE_PASSWORD_FILE(
            Part.DATABASE,
            "FILE",
            "",
            "file with the password; read again for every new connection, so that a changed one needs no restart"),
    DATABASE_SSLMODE(
            Part.DATABASE,
            "MODE",
            "prefer",
            "disable, allow, prefer, require, verify-ca or verify-full, as in PostgreSQL"),
    DATABASE_SSLROOTCERT(
            Part.DATABASE,
            "FILE",
            "",
            "certificates (PEM) to check the server against; system: those of the Java installation"),
    DATABASE_SSLCERT(Part.DATABASE, "FILE", "", "client certificate (PEM)"),
    DATABASE_SSLKEY(Part.DATABASE, "FILE", "", "key of the client certificate (.pem, .pk8 or .p12)"),
    TABLE(Part.TABLE, "TABLE", "database_lease", "lease table, also as schema.table"),
    SCHEMA(
            Part.OPERATOR,
            "MODE",
            "ensure",
            "ensure: create or upgrade the table at start; check: only look, where an administrator runs 'schema apply'"),
    NAMESPACES(Part.OPERATOR, "NAMES", "", "namespaces to serve, with commas; none: all"),
    CLUSTER_NAME(Part.OPERATOR, "NAME", "", "name of this cluster, where several share the database"),
    HOLDERS_WITHOUT_INFO(
            Part.OPERATOR,
            "MODE",
            "match",
            "for electedBy: Pods, where a row does not say in which cluster its holder is. match: it is the pod that the"
                    + " holder id names; ignore: it is nobody here, where two clusters have pods of the same name"),
    INSTANCE(
            Part.OPERATOR,
            "ID",
            "",
            "id of this process in the rows that it renews; none: host name and eight random digits"),
    STATUS_WRITES_PER_SECOND(Part.OPERATOR, "NUMBER", "50", "most refreshes of status a second, all leases together"),
    API_REQUESTS_PER_SECOND(
            Part.OPERATOR,
            "NUMBER",
            "500",
            "most requests to the API server a second, all leases together; what takes a label off never waits for it"),
    API_SILENCE_LIMIT(
            Part.OPERATOR,
            "DURATION",
            "5m",
            "how long renewals go on while the API server is silent; 30s, 5m, 1h or ISO 8601 (PT5M), 1s to 24h"),
    COORDINATION_NAMESPACE(
            Part.OPERATOR,
            "NAMESPACE",
            "",
            "namespace of the Lease by which several replicas agree on which one works; none: that of POD_NAMESPACE;"
                    + " neither: there is one replica only"),
    PER_LEASE_METRICS(
            Part.OPERATOR,
            "BOOLEAN",
            "true",
            "true: every lease has series of its own at /metrics; false: only sums, where leases are many thousands"),
    SHARED_LEASES(
            Part.OPERATOR,
            "PERMISSIONS",
            "",
            "leases of scope Shared that namespaces may have: namespace=lease-name, with commas; * stands for anything;"
                    + " none: nobody may"),
    HTTP_ADDRESS(Part.OPERATOR, "ADDRESS", "*", "address of /livez, /readyz and /metrics; *: every one of this host"),
    HTTP_PORT(
            Part.OPERATOR, "PORT", "8080", "port of /livez, /readyz and /metrics; 0: any free one, the log says which"),
    LOG_FORMAT(Part.OPERATOR, "FORMAT", "text", "text or json, one line each, on standard output"),
    LOG_LEVEL(Part.OPERATOR, "LEVEL", "info", "error, warn, info, debug or trace; libraries stay at warn");

    /** Whom a setting is for. */
    enum Part {
        DATABASE,
        TABLE,
        OPERATOR
    }

    private static final String PREFIX = "DBLEASE_";

    private final Part part;
    private final String label;
    private final String defaultValue;
    private final String meaning;

    Setting(Part part, String label, String defaultValue, String meaning) {
        this.part = part;
        this.label = label;
        this.defaultValue = defaultValue;
        this.meaning = meaning;
    }

    static List<Setting> of(Part... parts) {
        return Arrays.stream(values())
                .filter(setting -> List.of(parts).contains(setting.part))
                .toList();
    }

    String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** {@code CLUSTER_NAME} has no prefix: the library reads the same one for the holder's place. */
    String variable() {
        return this == CLUSTER_NAME ? name() : PREFIX + name();
    }

    String label() {
        return label;
    }

    Optional<String> defaultValue() {
        return Optional.of(defaultValue).filter(value -> !value.isEmpty());
    }

    String meaning() {
        return meaning;
    }

    /** Whether a variable looks like one of ours and is none: a typing error that would go unnoticed. */
    static boolean isUnknownVariable(String name) {
        return name.startsWith(PREFIX)
                && Arrays.stream(values())
                        .noneMatch(setting -> setting.variable().equals(name));
    }
}
