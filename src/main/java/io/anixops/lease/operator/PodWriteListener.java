package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;

/** Hears of every write to a pod, on the thread that wrote it; it must not wait. */
interface PodWriteListener {
    /** The pod as it was read, what was to change, and what became of it. */
    void wrote(Pod read, KeyChange change, PodAccess.Written written);

    /** The API server refused it for another reason, or did not answer. */
    void failed();
}
