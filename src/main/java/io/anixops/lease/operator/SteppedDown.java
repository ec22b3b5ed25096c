package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import java.util.Optional;

/** What became of a request to step down, told once when the status says that it was seen to. Pure. */
final class SteppedDown {
    private SteppedDown() {}

    static Optional<EventNote> between(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        var isNew = now.stepDown() != null && !now.stepDown().equals(before.stepDown());
        return isNew && before.observedGeneration() != null // a new resource has no leader yet to be asked
                ? Optional.of(EventNote.of(
                        EventReason.STEPPED_DOWN, sentence(resource, Leadership.in(before), Leadership.in(now))))
                : Optional.empty();
    }

    private static String sentence(DatabaseLease resource, Leadership led, Leadership leads) {
        if (resource.getSpec().electedBy().equals(DatabaseLeaseSpec.ELECTED_BY_PODS)) {
            return "nobody was made to step down: the pods hold the lease themselves, and the operator does not take it";
        }
        if (!leads.isHere()) {
            return "nobody was made to step down: no pod here leads";
        }
        return led.isHere() && !led.holder().equals(leads.holder())
                ? "pod %s was asked to step down, and pod %s leads, with token %d"
                        .formatted(led.leader(), leads.leader(), leads.token())
                : "pod %s was asked to step down and goes on: no other candidate is Ready".formatted(leads.leader());
    }
}
