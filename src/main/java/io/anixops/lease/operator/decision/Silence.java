package io.anixops.lease.operator.decision;

/**
 * That the last attempt to renew a term was not confirmed, and what people would look at for it: a database that is not
 * there, takes no writes, or is full.
 */
public record Silence(Reason why, String message) {}
