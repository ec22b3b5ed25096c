/**
 * Leases in a shared PostgreSQL, and work that runs only while one is held.
 *
 * <p>A <em>lease</em> is one named right to lead; a <em>term</em> is one unbroken time of holding it, numbered by its
 * <em>fencing token</em>. Nothing in here knows Kubernetes, JDBC or a metrics library.
 */
@NullMarked
package io.anixops.lease;

import org.jspecify.annotations.NullMarked;
