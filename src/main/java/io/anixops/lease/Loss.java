package io.anixops.lease;

import org.slf4j.event.Level;

/** Why a leadership ends. */
enum Loss {
    TAKEN("the lease was lost", Level.WARN),
    SILENCE("no renewal was confirmed in time", Level.WARN),
    CLOSED("the elector was closed", Level.INFO),
    RETURNED("the work returned", Level.INFO);

    private final String text;
    private final Level level;

    Loss(String text, Level level) {
        this.text = text;
        this.level = level;
    }

    String text() {
        return text;
    }

    Level level() {
        return level;
    }
}
