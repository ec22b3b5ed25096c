package io.anixops.lease.planted.operator;

import javax.sql.DataSource;
import org.postgresql.PGConnection;

record ReconcilerWithSql(DataSource source, PGConnection connection) {}
