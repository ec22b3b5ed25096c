package io.anixops.lease.operator;

import java.util.LinkedHashMap;
import java.util.Map;

/** A memory that forgets what was not asked for longest. For one thread at a time. */
final class Lru<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    Lru(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}
