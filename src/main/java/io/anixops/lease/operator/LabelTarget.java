package io.anixops.lease.operator;

/** The pod that shall bear the leader label of a lease, and the token of the term for which it shall. */
record LabelTarget(String namespace, Keys keys, String pod, String uid, long token) {}
