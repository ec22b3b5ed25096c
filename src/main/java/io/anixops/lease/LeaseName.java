package io.anixops.lease;

import java.util.regex.Pattern;

/**
 * The name of a lease's row.
 *
 * <p>It has ASCII letters, digits and {@code . _ : -}, starts and ends with a letter or digit, and may be led by a
 * namespace and one {@code /}. At most 100 characters; two names are the same lease only when they are equal character
 * by character.
 */
public record LeaseName(String value) implements Comparable<LeaseName> {
    public static final int MAX_LENGTH = 100;

    private static final String PART = "[A-Za-z0-9](?:[A-Za-z0-9._:-]*[A-Za-z0-9])?";
    private static final Pattern RULE = Pattern.compile(PART + "(?:/" + PART + ")?");

    public LeaseName {
        Checks.requireLength("lease name", value, MAX_LENGTH);
        if (!RULE.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    ("lease name '%s' must have letters, digits and . _ : - only, and start and"
                                    + " end with a letter or digit; one / may stand between a namespace and a name")
                            .formatted(Printable.of(value)));
        }
    }

    public static LeaseName of(String value) {
        return new LeaseName(value);
    }

    /** The row of a lease that belongs to a namespace: {@code <namespace>/<name>}. */
    public static LeaseName inNamespace(String namespace, String name) {
        return new LeaseName(namespace + "/" + requireAlone(name));
    }

    /** The row of a lease that belongs to no namespace. */
    public static LeaseName alone(String name) {
        return new LeaseName(requireAlone(name));
    }

    private static String requireAlone(String name) {
        if (name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("lease name '%s' must not hold a /".formatted(Printable.of(name)));
        }
        return name;
    }

    @Override
    public int compareTo(LeaseName other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
