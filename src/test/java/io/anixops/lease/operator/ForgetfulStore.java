package io.anixops.lease.operator;

import io.anixops.lease.ForwardingStore;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.Renewal;
import io.anixops.lease.RenewalRequest;
import java.util.Collection;
import java.util.Map;

/** A store that breaks its promise: it answers no renewal. */
final class ForgetfulStore extends ForwardingStore {
    ForgetfulStore(LeaseStore store) {
        super(store);
    }

    @Override
    public Map<LeaseName, Renewal> renew(Collection<RenewalRequest> requests) {
        return Map.of();
    }
}
