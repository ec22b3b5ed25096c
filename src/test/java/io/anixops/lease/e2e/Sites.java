package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;

/**
 * Two clusters on one database, east and west, on control planes of their own: after restarts of an API server its
 * controllers may stay behind for minutes, which is no matter of those who come later.
 */
record Sites(ControlPlane eastern, ControlPlane western, Site east, Site west) implements AutoCloseable {
    static Sites open() {
        var database = TestPostgres.shared().newDatabase();
        var eastern = ControlPlane.start();
        var western = ControlPlane.start();
        return new Sites(
                eastern,
                western,
                Site.open("east", Stage.on(eastern, database)),
                Site.open("west", Stage.on(western, database)));
    }

    @Override
    public void close() {
        east.close();
        west.close();
        eastern.close();
        western.close();
    }
}
