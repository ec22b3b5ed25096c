package io.anixops.lease.planted.operator;

import java.util.concurrent.TimeUnit;

final class ReconcilerThatSleeps {
    void pause() throws InterruptedException {
        TimeUnit.SECONDS.sleep(1);
    }
}
