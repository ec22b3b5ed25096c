package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;

/** The Events that an API server has. */
record Recorded(KubernetesClient client) {
    List<Event> all() {
        return client.events()
                .v1()
                .events()
                .inNamespace(MockApi.NAMESPACE)
                .list()
                .getItems();
    }

    List<Event> of(EventReason reason) {
        return all().stream()
                .filter(event -> event.getReason().equals(reason.text()))
                .toList();
    }

    List<String> notesOf(EventReason reason) {
        return of(reason).stream().map(Event::getNote).toList();
    }

    void deleteAll() {
        client.events().v1().events().inNamespace(MockApi.NAMESPACE).delete();
    }
}
