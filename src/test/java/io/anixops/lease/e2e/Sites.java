package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;

/** Two clusters on one database: east, on a control plane of its own, and west, on the shared one. */
record Sites(ControlPlane plane, Site east, Site west) implements AutoCloseable {
    static Sites open() {
        var database = TestPostgres.shared().newDatabase();
        var plane = ControlPlane.start();
        return new Sites(
                plane,
                Site.open("east", Stage.on(plane, database)),
                Site.open("west", Stage.on(ControlPlane.shared(), database)));
    }

    @Override
    public void close() {
        east.close();
        west.close();
        plane.close();
    }
}
