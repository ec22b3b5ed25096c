package io.anixops.lease.e2e;

import java.nio.file.Files;
import java.nio.file.Path;

/** The programs that {@code e2e/build} made, found by the conventional variable. */
final class Assets {
    private Assets() {}

    static Path program(String name) {
        String folder = System.getenv("KUBEBUILDER_ASSETS");
        if (folder == null) {
            throw new IllegalStateException(
                    "KUBEBUILDER_ASSETS is not set: export KUBEBUILDER_ASSETS=\"$(e2e/build)\"");
        }
        Path program = Path.of(folder, name);
        if (!Files.isExecutable(program)) {
            throw new IllegalStateException(
                    "KUBEBUILDER_ASSETS is %s, and there is no program %s in it".formatted(folder, name));
        }
        return program;
    }
}
