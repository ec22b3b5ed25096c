package io.anixops.lease.operator;

import io.anixops.lease.TrustWindow;
import io.javaoperatorsdk.operator.processing.event.ResourceID;

/**
 * A term for which a pod bears the label, or may.
 *
 * @param trust in the database's word for the term
 * @param retracted whether what we did last to its label was to take it away
 */
record LabelledTerm(ResourceID resource, LabelTarget target, TrustWindow trust, boolean retracted) {}
