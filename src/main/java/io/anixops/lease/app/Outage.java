package io.anixops.lease.app;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Tells of an outage once when it begins, once when its reason changes, and once when it is over. */
final class Outage {
    private final Logger log;
    private final String what;
    private final LongSupplier nanos;
    private @Nullable String reason;
    private long since;

    Outage(Logger log, String what, LongSupplier nanos) {
        this.log = log;
        this.what = what;
        this.nanos = nanos;
    }

    void goesOn(String why) {
        if (reason == null) {
            since = nanos.getAsLong();
        }
        if (!why.equals(reason)) {
            log.atWarn()
                    .setMessage("{}; trying again until it works")
                    .addArgument(why)
                    .addKeyValue("waitsFor", what)
                    .log();
        }
        reason = why;
    }

    void isOver() {
        if (reason != null) {
            var lasted = Duration.ofNanos(nanos.getAsLong() - since).toMillis();
            log.atInfo()
                    .setMessage("{} is usable again")
                    .addArgument(what)
                    .addKeyValue("afterMillis", lasted)
                    .log();
        }
        reason = null;
    }
}
