package io.anixops.lease.app;

import java.util.List;

/** How much is logged, and in which form. */
record LogSettings(boolean json, String level) {
    private static final List<String> LEVELS = List.of("error", "warn", "info", "debug", "trace");

    static LogSettings from(Given given) {
        return new LogSettings(
                given.read(Setting.LOG_FORMAT, text -> Values.oneOf(text, List.of("text", "json")))
                        .equals("json"),
                given.read(Setting.LOG_LEVEL, text -> Values.oneOf(text, LEVELS)));
    }
}
