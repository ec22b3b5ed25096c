package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that passes run on. Namespaces take turns at them: one with a thousand new resources makes the next resource
 * of another wait for the passes under way, and not for a thousand.
 *
 * <p>The framework hands a pass over without saying of which resource it is, and tells the metrics so right before, on the
 * same thread.
 */
final class PassThreads extends ThreadPoolExecutor {
    private static final int IDLE_SECONDS = 60;

    private final Turns<Runnable> waiting = new Turns<>();
    private final ThreadLocal<String> announced = ThreadLocal.withInitial(() -> "");

    PassThreads(int most) {
        super(most, most, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Threads.daemon("lease-pass"));
        allowCoreThreadTimeOut(true);
    }

    /** The next pass that this thread hands over will be over that resource. */
    void announce(HasMetadata resource) {
        announced.set(Optional.ofNullable(resource.getMetadata().getNamespace()).orElse(""));
    }

    @Override
    public void execute(Runnable pass) {
        waiting.add(announced.get(), pass);
        super.execute(() -> waiting.next().run()); // as many as there are passes, and each takes whose turn it is
    }
}
