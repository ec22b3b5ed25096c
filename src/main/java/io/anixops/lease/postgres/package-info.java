/**
 * Leases as rows of a PostgreSQL table: the store, the table's schema and its runner. All SQL is here.
 *
 * <p>Every change is one statement in a transaction of its own, judged by the database's clock after the row is locked.
 */
@NullMarked
package io.anixops.lease.postgres;

import org.jspecify.annotations.NullMarked;
