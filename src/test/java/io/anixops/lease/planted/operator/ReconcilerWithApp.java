package io.anixops.lease.planted.operator;

import io.anixops.lease.planted.app.ProgramThatDeletesPods;

record ReconcilerWithApp(ProgramThatDeletesPods program) {}
