package io.anixops.lease.planted.operator.api;

import org.slf4j.Logger;

record SpecWithLogger(Logger log) {}
