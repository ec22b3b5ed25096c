package io.anixops.lease.planted.cycle.one;

import io.anixops.lease.planted.cycle.two.Second;

public record First(Second second) {}
