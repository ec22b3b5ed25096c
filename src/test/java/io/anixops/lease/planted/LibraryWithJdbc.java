package io.anixops.lease.planted;

record LibraryWithJdbc(java.sql.Connection connection) {}
