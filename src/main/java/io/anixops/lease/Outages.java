package io.anixops.lease;

import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once that the store is silent, and once that it is not any more, however many leases and attempts meet it. */
final class Outages {
    private static final Logger LOG = LoggerFactory.getLogger(Electors.class);

    private final Map<LeaseStoreException.Kind, Set<LeaseName>> silent = new EnumMap<>(LeaseStoreException.Kind.class);

    synchronized void failed(LeaseName lease, LeaseStoreException cause) {
        var met = silent.computeIfAbsent(cause.kind(), kind -> new HashSet<>());
        if (met.isEmpty()) {
            LOG.atWarn()
                    .addKeyValue("lease", lease)
                    .addKeyValue("kind", cause.kind())
                    .addKeyValue("cause", cause.getMessage())
                    .log("The lease store does not answer as it should; trying on, without another word until it does");
        }
        met.add(lease);
    }

    synchronized void answered(LeaseName lease) {
        silent.forEach((kind, met) -> {
            if (met.remove(lease) && met.isEmpty()) {
                LOG.atInfo()
                        .addKeyValue("lease", lease)
                        .addKeyValue("kind", kind)
                        .log("The lease store answers again");
            }
        });
    }

    synchronized void forget(LeaseName lease) {
        silent.values().forEach(met -> met.remove(lease));
    }
}
