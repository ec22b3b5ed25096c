package io.anixops.lease;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Who wants to be looked at when, on a monotonic clock that may wrap. */
final class Agenda<T> {
    private final TreeSet<Entry<T>> entries = new TreeSet<>(Agenda::compare);
    private final Map<T, Entry<T>> byWho = new HashMap<>();
    private long order;

    private record Entry<T>(long at, long order, T who) {}

    /** Replaces what was set before. */
    void set(T who, long at) {
        remove(who);
        var entry = new Entry<>(at, order++, who);
        entries.add(entry);
        byWho.put(who, entry);
    }

    void remove(T who) {
        var entry = byWho.remove(who);
        if (entry != null) {
            entries.remove(entry);
        }
    }

    /** The first that is due, which is off the agenda then. */
    @Nullable
    T next(long now) {
        if (entries.isEmpty() || entries.first().at() - now > 0) {
            return null;
        }
        var who = entries.first().who();
        remove(who);
        return who;
    }

    long delay(long now) {
        return entries.isEmpty() ? Nanos.NEVER : Math.max(0, entries.first().at() - now);
    }

    private static <T> int compare(Entry<T> one, Entry<T> other) {
        var apart = Long.signum(one.at() - other.at());
        return apart != 0 ? apart : Long.compare(one.order(), other.order());
    }
}
