package io.anixops.lease.planted.operator;

import java.util.function.LongSupplier;

final class ReconcilerWithClock {
    final LongSupplier nanos = System::nanoTime;
}
