package io.anixops.lease.e2e;

import java.nio.file.Path;

/** The custom resource as it is shipped in crds. */
final class Crds {
    private Crds() {}

    /** Applies it and waits until the API server serves it. */
    static void install(ControlPlane plane) {
        Path folder = Path.of(System.getProperty("project.basedir", "."), "crds");
        plane.kubectl("apply", "-f", folder.toString()).orFail();
        Eventually.until(
                "the API server serves databaseleases",
                () -> plane.kubectl("get", "databaseleases", "-A").exitCode() == 0);
    }
}
