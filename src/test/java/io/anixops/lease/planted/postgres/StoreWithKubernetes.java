package io.anixops.lease.planted.postgres;

import io.fabric8.kubernetes.api.model.Pod;

record StoreWithKubernetes(Pod pod) {}
