package io.anixops.lease.app;

import io.anixops.lease.Printable;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads the text of settings; the message of a refusal follows the setting's name and value. */
final class Values {
    private static final Pattern SHORT = Pattern.compile("([0-9]{1,9})([smh])");
    private static final Pattern ISO = Pattern.compile("PT(?=[0-9])([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}S)?");
    private static final Map<String, String> ISO_UNITS = Map.of("s", "S", "m", "M", "h", "H");
    private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9._:/-]{1,100}");
    private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");

    private Values() {}

    static int number(String text, int least, int most) {
        try {
            var value = Integer.parseInt(text);
            if (value >= least && value <= most && !text.startsWith("+")) {
                return value;
            }
        } catch (NumberFormatException notOne) {
            throw new IllegalArgumentException(range(least, most), notOne);
        }
        throw new IllegalArgumentException(range(least, most));
    }

    private static String range(int least, int most) {
        return "it must be a number from %d to %d".formatted(least, most);
    }

    /** A whole number with s, m or h, or hours, minutes and seconds in ISO 8601; every other form is refused. */
    static Duration duration(String text, Duration least, Duration most) {
        var value = duration(text);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("it must lie between %s and %s".formatted(least, most));
        }
        return value;
    }

    private static Duration duration(String text) {
        var form = SHORT.matcher(text);
        if (form.matches()) {
            return Duration.parse("PT" + form.group(1) + ISO_UNITS.get(form.group(2)));
        }
        if (ISO.matcher(text).matches()) {
            return Duration.parse(text);
        }
        throw new IllegalArgumentException("a duration is written as 30s, 5m, 1h or PT1H30M");
    }

    static String oneOf(String text, List<String> choices) {
        if (!choices.contains(text)) {
            throw new IllegalArgumentException("it must be one of " + String.join(", ", choices));
        }
        return text;
    }

    static Path file(String text) {
        try {
            var file = Path.of(text);
            if (Files.isReadable(file) && !Files.isDirectory(file)) {
                return file;
            }
        } catch (InvalidPathException noPath) {
            throw new IllegalArgumentException("this is no name of a file", noPath);
        }
        throw new IllegalArgumentException("there is no such file that can be read");
    }

    /** A name for people and for the rows: printable, without blanks, at most 100 characters. */
    static String clusterName(String text) {
        if (!CLUSTER.matcher(text).matches()) {
            throw new IllegalArgumentException("it must have 1 to 100 letters, digits and . _ : / -");
        }
        return text;
    }

    /** An address to listen on; a star is every address of this host. */
    static InetSocketAddress address(String text, int port) {
        var address = text.equals("*") ? new InetSocketAddress(port) : new InetSocketAddress(text, port);
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("it is no address of this host");
        }
        return address;
    }

    static Set<String> namespaces(String text) {
        return Arrays.stream(text.split(",", -1)).map(Values::namespace).collect(Collectors.toUnmodifiableSet());
    }

    static String namespace(String text) {
        if (!NAMESPACE.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no name of a namespace; names stand between commas without blanks"
                            .formatted(Printable.of(text)));
        }
        return text;
    }
}
