/** What shall be, given what was observed: pure functions, without Kubernetes, SQL or a clock. */
@NullMarked
package io.anixops.lease.operator.decision;

import org.jspecify.annotations.NullMarked;
