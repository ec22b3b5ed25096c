package io.anixops.lease.operator.decision;

import io.anixops.lease.HolderId;
import java.time.Instant;

/**
 * A pod that the selector names, as far as it matters to who shall lead.
 *
 * @param holder its holder id; of this very pod, not of one that is made again under its name
 * @param revision hash of the template that it was made from; empty when it has none
 * @param readySince when it became ready; {@link Instant#MAX} while it is not
 */
public record Candidate(
        String pod,
        String uid,
        String node,
        HolderId holder,
        Standing standing,
        String revision,
        Instant created,
        Instant readySince) {

    public boolean isReady() {
        return standing == Standing.READY;
    }
}
