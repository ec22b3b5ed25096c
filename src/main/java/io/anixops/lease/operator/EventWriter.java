package io.anixops.lease.operator;

import io.anixops.lease.HolderId;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.api.model.MicroTime;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import io.fabric8.kubernetes.api.model.events.v1.EventBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The one place that writes Events, by calls that the API server and its mock treat alike. */
final class EventWriter {
    static final String CONTROLLER = DatabaseLease.GROUP + "/database-lease-operator";

    private static final String ACTION = "Reconcile"; // required, and shown by nobody
    private static final int LONGEST_INSTANCE = 128;
    private static final PatchContext JSON_PATCH = PatchContext.of(PatchType.JSON);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final KubernetesClient client;
    private final String instance;

    EventWriter(KubernetesClient client, HolderId instance) {
        this.client = client;
        this.instance = instance.value()
                .substring(0, Math.min(LONGEST_INSTANCE, instance.value().length()));
    }

    /** What an Event is about, so that {@code kubectl describe} finds it. */
    static ObjectReference regarding(DatabaseLease resource) {
        var metadata = resource.getMetadata();
        return new ObjectReferenceBuilder()
                .withApiVersion(resource.getApiVersion())
                .withKind(resource.getKind())
                .withNamespace(metadata.getNamespace())
                .withName(metadata.getName())
                .withUid(metadata.getUid())
                .withResourceVersion(metadata.getResourceVersion())
                .build();
    }

    /** Writes a new Event; its name is the answer. */
    String create(ObjectReference regarding, EventNote note, Instant at) {
        var name = "%s.%016x".formatted(regarding.getName(), UUID.randomUUID().getMostSignificantBits());
        var event = new EventBuilder()
                .withNewMetadata()
                .withNamespace(regarding.getNamespace())
                .withName(name)
                .endMetadata()
                .withEventTime(new MicroTime(MICROS.format(at)))
                .withReportingController(CONTROLLER)
                .withReportingInstance(instance)
                .withAction(ACTION)
                .withReason(note.reason().text())
                .withType(note.type().text())
                .withNote(note.text())
                .withRegarding(regarding)
                .build();
        client.events()
                .v1()
                .events()
                .inNamespace(regarding.getNamespace())
                .resource(event)
                .create();
        return name;
    }

    /** Says of an Event that it happened so many times, the last time now. */
    void repeat(ObjectReference regarding, String name, int count, Instant at) {
        var series = Map.of("count", count, "lastObservedTime", MICROS.format(at));
        var patch = List.of(Map.of("op", "add", "path", "/series", "value", series));
        var known = new EventBuilder() // without one, the client reads it first, and there is no right to that
                .withNewMetadata()
                .withNamespace(regarding.getNamespace())
                .withName(name)
                .endMetadata()
                .build();
        client.events()
                .v1()
                .events()
                .inNamespace(regarding.getNamespace())
                .resource(known)
                .patch(JSON_PATCH, client.getKubernetesSerialization().asJson(patch));
    }
}
