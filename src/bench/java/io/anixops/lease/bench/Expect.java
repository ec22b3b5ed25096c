package io.anixops.lease.bench;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A measured operation that did not do what it should is no result. */
final class Expect {
    private Expect() {}

    static void that(boolean holds, String otherwise, @Nullable Object... values) {
        if (!holds) {
            throw new IllegalStateException(otherwise.replace("%s", "{}") + " " + Arrays.toString(values));
        }
    }
}
