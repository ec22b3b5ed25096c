package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.javaoperatorsdk.operator.api.config.ControllerConfigurationOverrider;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import java.time.Duration;
import java.util.Set;

/** What is watched, one informer for each kind, and which changes bring a pass. */
final class Informers {
    private static final Duration RESYNC = Duration.ofMinutes(10);
    private static final long LIST_LIMIT = 500; // an answer is in memory as a whole, beside what is made of it

    private Informers() {}

    /** Of the pods in the namespaces of the resources; a change wakes those that it may concern. */
    static InformerEventSource<SeenPod, DatabaseLease> pods(EventSourceContext<DatabaseLease> context) {
        return new InformerEventSource<>(
                InformerEventSourceConfiguration.from(SeenPod.class, DatabaseLease.class)
                        .withName("pods")
                        .withInformerListLimit(LIST_LIMIT)
                        .withNamespacesInheritedFromController()
                        .withSecondaryToPrimaryMapper(pod -> LeaseCache.concernedBy(pod, context.getPrimaryCache()))
                        .withPrimaryToSecondaryMapper(resource -> Set.of())
                        .withOnUpdateFilter(PodFilter::matters)
                        .build(),
                context);
    }

    /** @param namespaces of the resources; none means all */
    static void configure(ControllerConfigurationOverrider<DatabaseLease> controller, Set<String> namespaces) {
        controller
                .withName(DatabaseLeaseReconciler.NAME)
                .withTriggerReconcilerOnAllEvents(true)
                .withGenerationAware(false) // an annotation is no part of the generation
                .withOnUpdateFilter(ResourceFilter::matters)
                .withReconciliationMaxInterval(RESYNC)
                .withInformerListLimit(LIST_LIMIT)
                .withRetry(new GenericRetry()
                        .setInitialInterval(200)
                        .setIntervalMultiplier(1.5)
                        .setMaxInterval(5_000)
                        .withoutMaxAttempts());
        if (namespaces.isEmpty()) {
            controller.watchingAllNamespaces();
        } else {
            controller.settingNamespaces(namespaces);
        }
    }
}
