package io.anixops.lease.operator;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Makes one of equal values, where a cache would keep thousands of them: the one that it saw before. It remembers some
 * thousands, forgets one for another, and so never grows; what it hands out must never be changed by anybody. Safe from any
 * thread.
 */
public final class Pool<T> {
    private final AtomicReferenceArray<@Nullable T> seen;

    /** One that remembers so many at the most. */
    public Pool(int most) {
        seen = new AtomicReferenceArray<>(most);
    }

    /** The value, or the equal one that was seen before; null for null. */
    @Nullable
    public T of(@Nullable T value) {
        if (value == null) {
            return null;
        }
        var hash = value.hashCode();
        var place = Math.floorMod(hash ^ (hash >>> 16), seen.length());
        var before = seen.get(place);
        if (value.equals(before)) {
            return before;
        }
        seen.set(place, value);
        return value;
    }
}
