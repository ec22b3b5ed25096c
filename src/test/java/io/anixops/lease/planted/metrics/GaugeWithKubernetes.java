package io.anixops.lease.planted.metrics;

import io.fabric8.kubernetes.api.model.Pod;

record GaugeWithKubernetes(Pod pod) {}
