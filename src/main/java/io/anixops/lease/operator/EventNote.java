package io.anixops.lease.operator;

import io.anixops.lease.Printable;

/**
 * What happened, in a word for machines and a sentence for people.
 *
 * @param type that of the reason, unless it was asked for
 */
record EventNote(EventReason reason, EventReason.Type type, String text) {
    /** So much does the API server take; an escape may make six characters of one. */
    static final int MOST = 1024;

    private static final int MOST_GIVEN = MOST / 2;

    EventNote {
        if (text.isEmpty() || text.length() > MOST) {
            throw new IllegalArgumentException(
                    "a note has 1 to %d characters, and not %d".formatted(MOST, text.length()));
        }
    }

    /** The text made printable, and cut where it is too long. */
    static EventNote of(EventReason reason, String text) {
        return of(reason, reason.type(), text);
    }

    /** What would be a warning if it had come by itself. */
    static EventNote ofWish(EventReason reason, String text) {
        return of(reason, EventReason.Type.NORMAL, text);
    }

    private static EventNote of(EventReason reason, EventReason.Type type, String text) {
        var printable = Printable.of(text, MOST_GIVEN);
        return new EventNote(reason, type, printable.length() > MOST ? printable.substring(0, MOST) : printable);
    }
}
