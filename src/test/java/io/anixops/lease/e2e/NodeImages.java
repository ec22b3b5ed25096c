package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operator's image as it is shipped, and those that the examples name, made of programs of this machine. */
final class NodeImages {
    private static final String BY_SCRIPT = "docker.io/library/database-lease-operator:0.1.0";
    private static final String BY_CHART = "ghcr.io/anixops/database-lease-operator:0.1.0";

    private final Path folder = Folders.temporary("images");
    private final CompletableFuture<Void> made = CompletableFuture.runAsync(this::make);

    private NodeImages() {}

    /** Begins to make them. */
    static NodeImages begin() {
        return new NodeImages();
    }

    /** Waits for them and puts them on the node. */
    void loadInto(Node node) {
        made.join();
        node.load(folder.resolve("image.tar"));
        node.tag(BY_SCRIPT, BY_CHART);
        try (var images = Files.list(folder.resolve("images"))) {
            images.forEach(node::load);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void make() {
        run("e2e/image");
        run("e2e/node/images");
    }

    private void run(String script) {
        var log = Folders.logs("images").resolve("log");
        var command = List.of(Stage.shippedFolder(script), folder.toString());
        try (var child = Child.start("images", log, Map.of(), command)) {
            int code = child.awaitEnd(Eventually.LONG);
            if (code != 0) {
                throw new IllegalStateException("%s ended with %d:%n%s".formatted(script, code, child.lastWords()));
            }
        }
    }
}
