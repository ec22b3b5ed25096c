package io.anixops.lease.operator;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.LeaseName;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Duration;
import java.util.List;

/** A process that holds the lease of a test by itself, as one with the library does in a pod. */
record ProcessInPod(InMemoryLeaseStore store, LeaseName row, HolderId holder, HolderInfo info, Duration ttl) {

    static ProcessInPod in(InMemoryLeaseStore store, Pod pod, Duration ttl) {
        var metadata = pod.getMetadata();
        var info = new HolderInfo("east", metadata.getNamespace(), metadata.getName(), metadata.getUid(), "node-1");
        return new ProcessInPod(store, OperatorRig.ROW, HolderId.of(metadata.getName() + "-1f2e3d4c"), info, ttl);
    }

    /** One that tells nothing but its holder id. */
    ProcessInPod withoutInfo() {
        return new ProcessInPod(store, row, holder, HolderInfo.UNKNOWN, ttl);
    }

    Term take() {
        return store.tryAcquire(new Claim(row, holder, holder, ttl, info, 0)).match(Attempt.Held::term, denied -> {
            throw new AssertionError("held by " + denied.lease());
        });
    }

    void renew(Term term) {
        var answer = store.renew(List.of(new RenewalRequest(term, ttl))).get(row);
        if (!(answer instanceof Renewal.Renewed)) {
            throw new AssertionError("not renewed: " + answer);
        }
    }
}
