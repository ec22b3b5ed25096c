package io.anixops.lease;

import java.util.regex.Pattern;

/**
 * Who holds a lease, or who renews it: 1 to 200 printable ASCII characters without blanks, never handed on to another
 * process. {@link InstanceId} makes one.
 */
public record HolderId(String value) {
    public static final int MAX_LENGTH = 200;

    private static final Pattern RULE = Pattern.compile("[!-~]+");

    public HolderId {
        Checks.requireLength("holder id", value, MAX_LENGTH);
        if (!RULE.matcher(value).matches()) {
            throw new IllegalArgumentException("holder id '%s' must have printable ASCII characters only, and no blanks"
                    .formatted(Printable.of(value)));
        }
    }

    public static HolderId of(String value) {
        return new HolderId(value);
    }

    /** Whether it is one: what a foreign writer put into a row may be none. */
    public static boolean isValid(String value) {
        return value.length() <= MAX_LENGTH && RULE.matcher(value).matches();
    }

    @Override
    public String toString() {
        return value;
    }
}
