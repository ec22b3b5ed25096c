package io.anixops.lease;

import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** What all candidacies of one {@link Electors} have in common. */
record Settings(
        HolderId holder,
        HolderInfo holderInfo,
        boolean interrupts,
        ElectionListener listener,
        LongSupplier clock,
        DoubleSupplier random) {}
