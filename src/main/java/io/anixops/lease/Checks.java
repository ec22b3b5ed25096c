package io.anixops.lease;

import java.time.Duration;

/** Checks that the records of this package make at their door. */
final class Checks {
    private Checks() {}

    static void requireLength(String what, String value, int most) {
        if (value.isEmpty() || value.length() > most) {
            throw new IllegalArgumentException("%s '%s' has %d characters, and must have 1 to %d"
                    .formatted(what, Printable.of(value), value.length(), most));
        }
    }

    static void requireWithin(String what, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "%s is %s, and must lie between %s and %s".formatted(what, value, least, most));
        }
    }
}
