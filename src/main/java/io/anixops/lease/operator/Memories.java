package io.anixops.lease.operator;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntSupplier;

/** What is remembered between passes, and how much: none of it may grow with what was and is no more. */
final class Memories {
    private final Map<String, IntSupplier> sizes = new ConcurrentHashMap<>();

    void add(String what, IntSupplier size) {
        sizes.put(what, size);
    }

    Map<String, Integer> sizes() {
        var now = new TreeMap<String, Integer>();
        sizes.forEach((what, size) -> now.put(what, size.getAsInt()));
        return now;
    }
}
