package io.anixops.lease.app;

import io.anixops.lease.InstanceId;
import io.anixops.lease.operator.Stripping;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintStream;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Takes the operator's keys off all pods before it is uninstalled; says in one sentence what came of it. */
final class StripCommand {
    /** An uninstallation waits for it, and must not hang. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private final KubernetesClient client;
    private final Stripping stripping;
    private final Duration limit;
    private final PrintStream out;
    private final PrintStream err;

    StripCommand(KubernetesClient client, Given given, PrintStream out, PrintStream err) {
        this(client, given, LIMIT, out, err);
    }

    StripCommand(KubernetesClient client, Given given, Duration limit, PrintStream out, PrintStream err) {
        var never = new CountDownLatch(1);
        this.client = client;
        this.limit = limit;
        this.out = out;
        this.err = err;
        this.stripping = new Stripping(
                client,
                given.readOptional(Setting.NAMESPACES, Values::namespaces).orElse(Set.of()),
                OperatorSettings.coordinationNamespace(given),
                "strip-" + InstanceId.create(),
                InstantSource.system(),
                time -> never.await(time.toMillis(), TimeUnit.MILLISECONDS));
    }

    int run() throws InterruptedException {
        var work = new FutureTask<>(stripping::run);
        var thread = new Thread(work, "strip");
        thread.setDaemon(true);
        thread.start();
        try {
            var pods = work.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            out.printf("no pod bears a key of a lease any more, %d did%n", pods);
            return Main.DONE;
        } catch (TimeoutException late) {
            err.printf("pods may bear keys of leases still: not done after %d s; try again%n", limit.toSeconds());
            return Main.FAILED;
        } catch (ExecutionException failed) {
            return explained(failed);
        }
    }

    private int explained(ExecutionException failed) {
        if (!(failed.getCause() instanceof KubernetesClientException answer)) {
            throw new IllegalStateException("pods may bear keys of leases still", failed);
        }
        var url = client.getMasterUrl().toString();
        var mistake = answer.getCode() == HttpURLConnection.HTTP_NOT_FOUND // no matter of the custom resource here
                ? Optional.<String>empty()
                : ApiServer.mistakeIn(answer, url);
        err.println("pods may bear keys of leases still: "
                + mistake.orElseGet(() -> "the API server at %s: %s".formatted(url, Sentences.reasonOf(answer))));
        return mistake.isPresent() ? Main.MISTAKE : Main.FAILED;
    }
}
