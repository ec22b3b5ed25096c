package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;

/** A pod that leads, or has led: a pod made again under its name is another one. */
record Leader(String name, String uid) {
    static Leader of(Pod pod) {
        return new Leader(pod.getMetadata().getName(), pod.getMetadata().getUid());
    }

    /** As the row names it. */
    String holder() {
        return name + "-" + uid.substring(0, 8);
    }
}
