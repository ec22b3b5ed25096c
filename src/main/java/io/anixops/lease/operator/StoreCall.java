package io.anixops.lease.operator;

import java.util.Locale;

/** What is asked of the database, as metrics name it. */
enum StoreCall {
    ACQUIRE,
    RENEW,
    HAND_OVER,
    RELEASE,
    SHORTEN,
    FIND;

    String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
