package io.anixops.lease.postgres;

import io.anixops.lease.LeaseName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Notifications, thinned out: anybody may send one, at any rate. The first of a name is passed on at once, and those
 * within the tenth of a second after it become one at its end. None gets lost.
 */
final class Hints {
    private static final long WINDOW = Duration.ofMillis(100).toNanos();

    private final Map<LeaseName, Window> windows = new HashMap<>();

    /** Whether it is to be passed on now. */
    boolean isFirst(LeaseName name, long nowNanos) {
        var window = windows.get(name);
        if (window == null || window.isOverAt(nowNanos)) {
            windows.put(name, new Window(nowNanos));
            return true; // also for what waited in the window before
        }
        window.more = true;
        return false;
    }

    /** Those whose window is over and that are to be passed on now. */
    List<LeaseName> dueAt(long nowNanos) {
        List<LeaseName> due = new ArrayList<>();
        windows.entrySet().removeIf(entry -> entry.getValue().isOverAt(nowNanos) && !entry.getValue().more);
        windows.forEach((name, window) -> {
            if (window.isOverAt(nowNanos)) {
                due.add(name);
            }
        });
        due.forEach(name -> windows.put(name, new Window(nowNanos)));
        return due;
    }

    /** Whether something waits for the end of its window. */
    boolean areWaiting() {
        return windows.values().stream().anyMatch(window -> window.more);
    }

    private static final class Window {
        private final long beganNanos;
        private boolean more;

        Window(long beganNanos) {
            this.beganNanos = beganNanos;
        }

        boolean isOverAt(long nowNanos) {
            return nowNanos - beganNanos >= WINDOW;
        }
    }
}
