package io.anixops.lease.app;

import io.anixops.lease.Printable;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A URL of PostgreSQL's JDBC driver that is safe to use and to show: no password in it, and no parameter that loads
 * classes, writes files or undoes what the operator relies on.
 */
record JdbcUrl(String value) {
    private static final String START = "jdbc:postgresql://";
    private static final Pattern FORM =
            Pattern.compile(START + "(?<hosts>[^/?]*)/(?<database>[^/?]+)(?:[?](?<parameters>.*))?");
    private static final Pattern HOST =
            Pattern.compile("(?:[A-Za-z0-9_.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}])(?::(?<port>[0-9]{1,5}))?");

    /** What an administrator may set; everything else that the driver knows is refused. */
    private static final Set<String> ALLOWED = new TreeSet<>(Arrays.asList(
            "ApplicationName",
            "assumeMinServerVersion",
            "channelBinding",
            "connectTimeout",
            "currentSchema",
            "gssEncMode",
            "hostRecheckSeconds",
            "loadBalanceHosts",
            "loginTimeout",
            "options",
            "prepareThreshold",
            "receiveBufferSize",
            "requireAuth",
            "sendBufferSize",
            "socketTimeout",
            "sslcert",
            "sslkey",
            "sslmode",
            "sslNegotiation",
            "sslResponseTimeout",
            "sslrootcert",
            "targetServerType",
            "tcpKeepAlive",
            "tcpNoDelay",
            "user"));

    JdbcUrl {
        if (!value.startsWith(START)) {
            throw new IllegalArgumentException("it must start with " + START);
        }
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException(START + "host:port/name is the form of it");
        }
        hostsIn(value).forEach(JdbcUrl::requireHost);
        parametersIn(value).keySet().forEach(JdbcUrl::requireAllowed);
        requirePrimary(parametersIn(value).get("targetServerType"));
    }

    /** The URL of a database on one or several hosts that listen on the same port. */
    static JdbcUrl of(List<String> hosts, int port, String database) {
        var authority = hosts.stream()
                .map(host -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host)
                .map(host -> host + ":" + port)
                .collect(Collectors.joining(","));
        return new JdbcUrl(START + authority + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8));
    }

    /** The URL's parameters. */
    Map<String, String> parameters() {
        return parametersIn(value);
    }

    /** The URL without its parameters. */
    String hostsAndDatabase() {
        return value.split("[?]", 2)[0];
    }

    boolean hasSeveralHosts() {
        return hostsIn(value).size() > 1;
    }

    /** As people would name it. */
    @Override
    public String toString() {
        return "database '%s' at %s".formatted(Printable.of(decoded(group(value, "database"))), group(value, "hosts"));
    }

    private static List<String> hostsIn(String url) {
        return List.of(group(url, "hosts").split(",", -1));
    }

    private static Map<String, String> parametersIn(String url) {
        return Arrays.stream(group(url, "parameters").split("&", -1))
                .filter(parameter -> !parameter.isEmpty())
                .map(parameter -> (parameter + "=").split("=", 3))
                .collect(Collectors.toMap(pair -> decoded(pair[0]), pair -> decoded(pair[1]), (one, other) -> other));
    }

    private static String group(String url, String name) {
        var form = FORM.matcher(url);
        var text = form.matches() ? form.group(name) : null;
        return text == null ? "" : text;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void requireAllowed(String name) {
        if (name.equals("password") || name.equals("sslpassword")) {
            throw new IllegalArgumentException("a password does not belong into a URL, which others can read:"
                    + " write it into a file and name that with " + Setting.DATABASE_PASSWORD_FILE.flag());
        }
        if (!ALLOWED.contains(name)) {
            throw new IllegalArgumentException("the parameter '%s' is not permitted; permitted are %s"
                    .formatted(Printable.of(name), String.join(", ", ALLOWED)));
        }
    }

    private static void requireHost(String host) {
        var form = HOST.matcher(host);
        if (!form.matches()) {
            throw new IllegalArgumentException("a host is a name or an address, without blanks, a user or a password");
        }
        if (form.group("port") != null) {
            Values.number(form.group("port"), 1, 65535);
        }
    }

    /** Leases are written, so a standby is of no use. */
    private static void requirePrimary(@Nullable String serverType) {
        if (serverType != null && !serverType.equals("primary")) {
            throw new IllegalArgumentException("targetServerType can only be primary, since leases are written");
        }
    }
}
