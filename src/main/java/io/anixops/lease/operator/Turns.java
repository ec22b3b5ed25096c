package io.anixops.lease.operator;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;

/** What waits, by whose it is: each of them gives one in turn, the longest waiting of its own. Safe from any thread. */
final class Turns<T> {
    private final Map<String, Queue<T>> waiting = new LinkedHashMap<>(); // whose turn is next comes first

    synchronized void add(String whose, T one) {
        waiting.computeIfAbsent(whose, key -> new ArrayDeque<>()).add(one);
    }

    /** @throws java.util.NoSuchElementException when nothing waits */
    synchronized T next() {
        var first = waiting.entrySet().iterator().next();
        waiting.remove(first.getKey());
        var one = first.getValue().remove();
        if (!first.getValue().isEmpty()) {
            waiting.put(first.getKey(), first.getValue()); // behind the others
        }
        return one;
    }
}
