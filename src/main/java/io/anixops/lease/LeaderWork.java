package io.anixops.lease;

/**
 * What only one process may do at a time.
 *
 * <p>It runs on a thread of its own and usually goes on until it is told to stop: it asks {@link
 * Leadership#isLeading()} before each step, and its thread is interrupted when the lease is lost. When it returns or
 * throws, the lease is released, and a third of the ttl later the process competes for it again.
 */
@FunctionalInterface
public interface LeaderWork {
    void lead(Leadership leadership) throws Exception;
}
