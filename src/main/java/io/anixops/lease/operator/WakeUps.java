package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;

/** Asks for passes over resources. */
final class WakeUps extends SimpleInboundEventSource<DatabaseLease> {
    WakeUps() {
        super("lease-events");
    }

    /** For a resource that the framework has lost sight of: it listens to no other event of such a one. */
    void discover(DatabaseLease resource) {
        getEventHandler()
                .handleEvent(new ResourceEvent(ResourceAction.ADDED, ResourceID.fromResource(resource), resource));
    }
}
