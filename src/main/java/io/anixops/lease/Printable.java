package io.anixops.lease;

/**
 * Text from outside, made safe to show in a message or a log line: control characters and everything that is not
 * printable ASCII is written as an escape, and a long text is cut.
 */
public final class Printable {
    private static final int MOST = 120;

    private Printable() {}

    /** The text with escapes; at most 120 characters of it, and an ellipsis where it was cut. */
    public static String of(String text) {
        return of(text, MOST);
    }

    /** The text with escapes; at most so many characters of it, and an ellipsis where it was cut. */
    public static String of(String text, int most) {
        var shown = new StringBuilder();
        text.chars().limit(most).forEach(c -> append(shown, (char) c));
        return text.length() > most ? shown.append("...").toString() : shown.toString();
    }

    private static void append(StringBuilder shown, char c) {
        if (c < 0x20 || c > 0x7e) {
            shown.append("\\u%04x".formatted((int) c));
        } else {
            shown.append(c);
        }
    }
}
