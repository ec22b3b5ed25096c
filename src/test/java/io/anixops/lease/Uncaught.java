package io.anixops.lease;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/** What nobody caught, on any thread without a handler of its own, while this is open. */
public final class Uncaught implements AutoCloseable {
    private final @Nullable UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final List<Throwable> seen = new CopyOnWriteArrayList<>();

    public Uncaught() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> seen.add(thrown));
    }

    /** Awaitility would else take the place of this, and throw in the test what it hears. */
    public static ConditionFactory await() {
        return Awaitility.await().dontCatchUncaughtExceptions().atMost(Duration.ofSeconds(30));
    }

    public List<Throwable> seen() {
        return List.copyOf(seen);
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
