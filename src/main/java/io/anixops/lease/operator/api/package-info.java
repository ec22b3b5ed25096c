/** The custom resource as Java types; the CRD in {@code crds/} is generated from them. */
@NullMarked
package io.anixops.lease.operator.api;

import org.jspecify.annotations.NullMarked;
