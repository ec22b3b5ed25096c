package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;

/** The pod that shall bear the leader label of a lease, and the token of the term for which it shall. */
record LabelTarget(String namespace, Keys keys, String pod, String uid, long token) {
    /** The lease's token on a pod; 0 when there is none that can be believed. */
    long tokenOn(Pod bearer) {
        return keys.tokenOn(bearer, token);
    }
}
