package io.anixops.lease;

import java.util.concurrent.Executor;

/**
 * Where things run that may take their time. None of them runs its task on the thread that hands it in.
 *
 * @param renewals one at a time
 * @param attempts acquisitions and releases, so that none of them holds up a renewal
 * @param work a thread for each task, while it goes on
 */
record Lanes(Executor renewals, Executor attempts, Executor work) {}
