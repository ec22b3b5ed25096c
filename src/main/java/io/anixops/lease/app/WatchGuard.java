package io.anixops.lease.app;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a watch that has told nothing for long, so that its informer begins the next one where it ended.
 *
 * <p>A watch whose connection died unseen, or whose other end hangs, looks like one of a cluster in which nothing
 * happens: nobody would know of a leader that is gone. The client by itself would find out after five to twelve
 * minutes, for want of pings. To begin one anew without need costs the API server next to nothing, since it goes on from
 * the last version seen; so the limit is shorter than the minute in which the API server sends a bookmark, and than the
 * usual ttl.
 */
final class WatchGuard implements Interceptor {
    static final Duration SILENCE = Duration.ofSeconds(20);

    private static final Logger LOG = LoggerFactory.getLogger(WatchGuard.class);

    private final Duration silence;
    private final LongSupplier nanos;

    WatchGuard(Duration silence, LongSupplier nanos) {
        this.silence = silence;
        this.nanos = nanos;
    }

    /** The answer to a watch must begin in time as well; what comes in it has no end. */
    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
        if (isWatch(request) && builder instanceof HttpRequest.Builder plain) {
            plain.timeout(silence.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
        return isWatch(request) ? new Guarded(consumer, request) : consumer;
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (consumer instanceof Guarded guarded
                && response.isSuccessful()
                && response.body() instanceof AsyncBody body) {
            guarded.begin(body);
        }
    }

    private static boolean isWatch(HttpRequest request) {
        var query = request.uri().getQuery();
        return query != null && query.contains("watch=true");
    }

    private final class Guarded implements AsyncBody.Consumer<List<ByteBuffer>> {
        private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
        private final HttpRequest request;
        private final Ascii ascii = new Ascii();
        private volatile long heard;

        Guarded(AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
            this.consumer = consumer;
            this.request = request;
        }

        @Override
        public void consume(List<ByteBuffer> bytes, AsyncBody body) throws Exception {
            heard = nanos.getAsLong();
            consumer.consume(ascii.of(bytes), body);
        }

        /** The client counts a watch as begun with its first bytes, which may be long in coming; none are enough. */
        void begin(AsyncBody body) {
            heard = nanos.getAsLong();
            try {
                consumer.consume(List.of(), body);
            } catch (Exception e) {
                LOG.atWarn()
                        .setCause(e)
                        .addKeyValue("watch", request.uri().getPath())
                        .log("a watch could not begin");
                body.cancel();
            }
            lookAfter(silence.toNanos(), body);
        }

        private void lookAfter(long delay, AsyncBody body) {
            CompletableFuture.delayedExecutor(delay, TimeUnit.NANOSECONDS).execute(() -> look(body));
        }

        private void look(AsyncBody body) {
            var left = heard + silence.toNanos() - nanos.getAsLong();
            if (body.done().isDone()) {
                return;
            }
            if (left > 0) {
                lookAfter(left, body);
                return;
            }
            LOG.atDebug().addKeyValue("watch", request.uri().getPath()).log("a silent watch is begun anew");
            body.done().complete(null); // an end like any other, and no failure to be logged
            body.cancel();
        }
    }
}
