package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What kwok, in the place of kubelets, makes of nodes and pods; the stages are resources of the tests. */
final class Kwok {
    /** A pod with this annotation becomes what the test makes of it, see FakePods. */
    static final String MANUAL = "e2e.anixops.io/manual";

    /** A deleted pod with this annotation stays terminating until it is taken off. */
    static final String LINGER = "e2e.anixops.io/linger";

    private static final List<String> STAGES = List.of("node-ready", "pod-ready", "pod-complete", "pod-delete");

    private Kwok() {}

    static Path stagesIn(Path folder) {
        List<String> documents = new ArrayList<>();
        for (String stage : STAGES) {
            documents.add(resource("/e2e/kwok/" + stage + ".yaml"));
        }
        return Folders.write(folder.resolve("kwok.yaml"), String.join("---\n", documents));
    }

    private static String resource(String path) {
        try (var stream = Kwok.class.getResourceAsStream(path)) {
            if (stream == null) {
                throw new IllegalStateException("no resource " + path);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
