package io.anixops.lease.operator.decision;

/** How a pod that the selector names stands towards leading. */
public enum Standing {
    /** Running, Ready and not terminating: it may lead. */
    READY,
    /** There, but not ready: it may not begin to lead; a leader among these keeps its lease for one ttl. */
    UNREADY,
    /** Terminating or ended: it will not be ready again. */
    LEAVING
}
