package io.anixops.lease.planted.operator.decision;

import io.fabric8.kubernetes.api.model.Pod;

record DecisionOnPods(Pod pod) {}
