package io.anixops.lease.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.anixops.lease.operator.LeanPod;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How to reach the API server, and what its answers at the start say about the person who set it up. */
final class ApiServer {
    private static final int CONNECT_MILLIS = 3_000;
    private static final int REQUEST_MILLIS = 10_000;
    private static final int WATCH_AGAIN_MILLIS = 100; // twice as long each time that it fails
    private static final int RETRIES = 2; // whoever asks tries again by itself, and must not be late for an expiry

    private ApiServer() {}

    /** Finds it as kubectl does, or by the pod's service account. */
    static KubernetesClient client(Map<String, String> environment) {
        requireKubeconfig(environment.getOrDefault("KUBECONFIG", ""));
        var config = new ConfigBuilder(configuration())
                .withConnectionTimeout(CONNECT_MILLIS)
                .withRequestTimeout(REQUEST_MILLIS)
                .withRequestRetryBackoffLimit(RETRIES)
                .withHttp2Disable(true) // one dead connection would hold up every request to the server
                .withWatchReconnectInterval(WATCH_AGAIN_MILLIS)
                .withOnlyHttpWatches(true) // those over WebSockets cannot be guarded
                .build();
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withKubernetesSerialization(serialization())
                .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("retry-after", new RetryAfter())
                        .addOrReplaceInterceptor("watch-guard", new WatchGuard(WatchGuard.SILENCE, System::nanoTime)))
                .build();
    }

    /** It knows what is watched, and what a watch ends with; by default it loads a thousand classes to know all there is. */
    private static KubernetesSerialization serialization() {
        var mapper = new ObjectMapper().registerModule(PooledTexts.module());
        var serialization = new KubernetesSerialization(mapper, false);
        serialization.registerKubernetesResource(Status.class);
        return serialization;
    }

    private static Config configuration() {
        try {
            return Config.autoConfigure(null);
        } catch (RuntimeException unreadable) {
            throw new Mistake(
                    "the kubeconfig makes no sense: %s; kubectl config view shows it"
                            .formatted(Sentences.reasonOf(unreadable)),
                    unreadable);
        }
    }

    /** Asks for what cannot be done without: the custom resources and the pods, one of each. */
    static void look(KubernetesClient client, Set<String> namespaces) {
        var one = new ListOptionsBuilder().withLimit(1L).build();
        if (namespaces.isEmpty()) {
            client.resources(DatabaseLease.class).inAnyNamespace().list(one);
            client.resources(LeanPod.class).inAnyNamespace().list(one);
        }
        for (var namespace : namespaces) {
            client.resources(DatabaseLease.class).inNamespace(namespace).list(one);
            client.resources(LeanPod.class).inNamespace(namespace).list(one);
        }
    }

    /** The sentence for what only a person can put right; empty when it may pass by itself. */
    static Optional<String> mistakeIn(Throwable failed, String url) {
        return refusal(failed).map(refusal -> switch (refusal.getCode()) {
            case 401 ->
                "the API server at %s does not know this account (401): check the kubeconfig or the service account"
                        .formatted(url);
            case 403 ->
                "a right is missing on the API server at %s (403): %s; bind the operator's role to its account"
                        .formatted(url, reason(refusal));
            default ->
                "the API server at %s has no databaseleases.%s (404): apply the CRD first, crds/ has it"
                        .formatted(url, DatabaseLease.GROUP);
        });
    }

    private static Optional<KubernetesClientException> refusal(Throwable failed) {
        for (Throwable at = failed; at != null; at = at.getCause()) {
            if (at instanceof KubernetesClientException answer
                    && Set.of(401, 403, 404).contains(answer.getCode())) {
                return Optional.of(answer);
            }
        }
        return Optional.empty();
    }

    private static String reason(KubernetesClientException refusal) {
        return refusal.getStatus() == null
                ? ""
                : Sentences.oneLine(refusal.getStatus().getMessage());
    }

    private static void requireKubeconfig(String variable) {
        Arrays.stream(variable.split(java.io.File.pathSeparator, -1))
                .filter(file -> !file.isEmpty() && !Files.isReadable(Path.of(file)))
                .findFirst()
                .ifPresent(file -> {
                    throw new Mistake("KUBECONFIG is '%s': there is no such file that can be read".formatted(file));
                });
    }
}
