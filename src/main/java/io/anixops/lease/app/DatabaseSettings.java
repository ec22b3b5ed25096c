package io.anixops.lease.app;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * Where the database is, and how to connect.
 *
 * @param properties of the driver; without a password, which is read from its file for each connection
 */
record DatabaseSettings(JdbcUrl url, Properties properties, Optional<Path> passwordFile) {
    private static final List<String> SSL_MODES =
            List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
    private static final String SYSTEM = "system";

    static DatabaseSettings from(Given given) {
        refusePasswords(given);
        var url = url(given);
        var properties = defaults(url);
        properties.putAll(url.parameters());
        given.readOptional(Setting.DATABASE_USER, text -> text).ifPresent(user -> setUser(given, properties, user));
        requireUser(properties);
        setTls(given, url, properties);
        return new DatabaseSettings(url, properties, given.readOptional(Setting.DATABASE_PASSWORD_FILE, Values::file));
    }

    String user() {
        return properties.getProperty("user");
    }

    private static void refusePasswords(Given given) {
        if (given.environment().containsKey("DBLEASE_DATABASE_PASSWORD")) {
            throw new Mistake("DBLEASE_DATABASE_PASSWORD is set, and the environment is no place for a password:"
                    + " write it into a file and name that with " + Setting.DATABASE_PASSWORD_FILE.flag());
        }
    }

    private static JdbcUrl url(Given given) {
        var parts = List.of(Setting.DATABASE_HOST, Setting.DATABASE_PORT, Setting.DATABASE_NAME);
        if (!given.isGiven(Setting.DATABASE_URL)) {
            return urlFromParts(given);
        }
        parts.stream().filter(given::isGiven).findFirst().ifPresent(part -> {
            throw new Mistake(
                    "%s and %s are both set: the URL has host, port and name already, so leave one of them out"
                            .formatted(given.where(Setting.DATABASE_URL), given.where(part)));
        });
        return readUrl(given);
    }

    /** Reports a refusal without the text itself, which may hold a password. */
    private static JdbcUrl readUrl(Given given) {
        try {
            return new JdbcUrl(given.read(Setting.DATABASE_URL, text -> text));
        } catch (IllegalArgumentException refused) {
            throw new Mistake(given.where(Setting.DATABASE_URL) + " is refused: " + refused.getMessage(), refused);
        }
    }

    private static JdbcUrl urlFromParts(Given given) {
        if (!given.isGiven(Setting.DATABASE_HOST)) {
            throw new Mistake("no database is named: set %s and %s, or %s"
                    .formatted(
                            Setting.DATABASE_HOST.flag(), Setting.DATABASE_NAME.flag(), Setting.DATABASE_URL.flag()));
        }
        int port = given.read(Setting.DATABASE_PORT, text -> Values.number(text, 1, 65535));
        String name = given.read(Setting.DATABASE_NAME, text -> text);
        return given.read(Setting.DATABASE_HOST, text -> JdbcUrl.of(Arrays.asList(text.split(",", -1)), port, name));
    }

    private static void setUser(Given given, Properties properties, String user) {
        var inUrl = properties.getProperty("user");
        if (inUrl != null && !inUrl.equals(user)) {
            throw new Mistake("%s is '%s' and the URL says '%s': leave one of them out"
                    .formatted(given.where(Setting.DATABASE_USER), user, inUrl));
        }
        properties.setProperty("user", user);
    }

    private static void requireUser(Properties properties) {
        if (properties.getProperty("user") == null) {
            throw new Mistake("no database role is named: set %s, or the environment variable %s"
                    .formatted(Setting.DATABASE_USER.flag(), Setting.DATABASE_USER.variable()));
        }
    }

    private static void setTls(Given given, JdbcUrl url, Properties properties) {
        var mode = given.read(Setting.DATABASE_SSLMODE, text -> Values.oneOf(text, SSL_MODES));
        if (given.isGiven(Setting.DATABASE_SSLMODE) || !url.parameters().containsKey("sslmode")) {
            properties.setProperty("sslmode", mode);
        }
        setFile(given, Setting.DATABASE_SSLCERT, properties, "sslcert");
        setFile(given, Setting.DATABASE_SSLKEY, properties, "sslkey");
        if (given.find(Setting.DATABASE_SSLROOTCERT).filter(SYSTEM::equals).isPresent()) {
            properties.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        } else {
            setFile(given, Setting.DATABASE_SSLROOTCERT, properties, "sslrootcert");
        }
        requireRootCertificate(properties);
    }

    private static void setFile(Given given, Setting setting, Properties properties, String name) {
        given.readOptional(setting, Values::file).ifPresent(file -> properties.setProperty(name, file.toString()));
    }

    private static void requireRootCertificate(Properties properties) {
        var mode = properties.getProperty("sslmode");
        if (mode.startsWith("verify-")
                && !properties.containsKey("sslrootcert")
                && !properties.containsKey("sslfactory")) {
            throw new Mistake("sslmode %s needs certificates to check the server against: set %s to a file, or to %s"
                    .formatted(mode, Setting.DATABASE_SSLROOTCERT.flag(), SYSTEM));
        }
    }

    /** What a URL may change, and a person need not know. The store bounds each call more tightly than this. */
    private static Properties defaults(JdbcUrl url) {
        var properties = new Properties();
        properties.setProperty("ApplicationName", "database-lease-operator");
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("loginTimeout", "5");
        properties.setProperty("socketTimeout", "10");
        properties.setProperty("sslResponseTimeout", "2000");
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("prepareThreshold", "0"); // no named statements: poolers in transaction mode lose them
        properties.setProperty("hostRecheckSeconds", "2");
        if (url.hasSeveralHosts()) {
            properties.setProperty("targetServerType", "primary");
        }
        return properties;
    }
}
