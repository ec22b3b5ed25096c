package io.anixops.lease.planted.cycle.two;

import io.anixops.lease.planted.cycle.one.First;

public record Second(First first) {}
