package io.anixops.lease.app;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Lets as much time pass before a request is tried again as an overloaded API server asked for, which the client reads
 * and then does not heed. Who asks gives up after some seconds, and nothing of the request shall come after that.
 */
final class RetryAfter implements Interceptor {
    private static final Duration LONGEST = Duration.ofSeconds(3);

    @Override
    public CompletableFuture<Boolean> afterFailure(BasicBuilder builder, HttpResponse<?> response, RequestTags tags) {
        var wait = response.code() == 429 || response.code() == 503 ? asked(response) : Duration.ZERO;
        if (wait.isZero()) {
            return CompletableFuture.completedFuture(false);
        }
        return CompletableFuture.supplyAsync(
                () -> false, CompletableFuture.delayedExecutor(wait.toMillis(), TimeUnit.MILLISECONDS));
    }

    private static Duration asked(HttpResponse<?> response) {
        return Optional.ofNullable(response.header("Retry-After"))
                .filter(text -> text.matches("\\d{1,5}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)))
                .map(asked -> asked.compareTo(LONGEST) > 0 ? LONGEST : asked)
                .orElse(Duration.ZERO);
    }
}
