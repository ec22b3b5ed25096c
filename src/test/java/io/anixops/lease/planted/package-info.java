/** Breaches of the rules of the house, one for each rule, so that a rule that finds nothing is noticed. */
package io.anixops.lease.planted;
