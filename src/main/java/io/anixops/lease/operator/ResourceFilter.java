package io.anixops.lease.operator;

import io.anixops.lease.operator.api.DatabaseLease;
import java.util.Objects;

/** Which changes of a resource want a pass: those of its spec, its deletion and what is asked by annotation; not of its status. */
final class ResourceFilter {
    private ResourceFilter() {}

    static boolean matters(DatabaseLease now, DatabaseLease before) {
        var generation = before.getMetadata().getGeneration();
        return generation == null
                || !generation.equals(now.getMetadata().getGeneration())
                || !now.getMetadata().getUid().equals(before.getMetadata().getUid())
                || now.isMarkedForDeletion() != before.isMarkedForDeletion()
                || !Objects.equals(StepDown.askedBy(now), StepDown.askedBy(before));
    }
}
