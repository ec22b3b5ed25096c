package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The image as {@code e2e/image} makes it, and what is in it: its runtime is enough to lead, hand over and end.
 *
 * <p>With {@code -Dclasses.write=true} it writes the classes that such a run loads to {@code image/classes.lst}, of which
 * the archive in the image is made.
 */
class ImageE2E {
    private static final Path CLASSES = Path.of(Stage.shippedFolder("image/classes.lst"));
    private static final Path FOLDER = Folders.temporary("image");
    private static final Path WORK = FOLDER.resolve("app");

    private static Stage stage;

    /** The layers become one folder, as they do in a container; dates stay, since the archive knows its jars by them. */
    @BeforeAll
    static void make() {
        stage = Stage.open();
        Shell.run("'%s' '%s'".formatted(Stage.shippedFolder("e2e/image"), FOLDER));
        Shell.run("cp -a '%1$s'/rootfs/lib/app '%1$s'/ && cp -a '%1$s'/rootfs/app/app/. '%1$s'/app/".formatted(FOLDER));
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @Test
    void the_tar_is_an_image_that_runs_as_nobody_in_particular_with_the_dependencies_in_a_layer_of_their_own()
            throws IOException {
        var manifest = json("manifest.json").get(0);
        var config = json(manifest.get("Config").asText()).get("config");

        assertThat(manifest.get("Layers")).hasSize(3);
        assertThat(config.get("User").asText()).isEqualTo("65532:65532");
        assertThat(words(config.get("Entrypoint"))).isEqualTo(entrypointOfTheDockerfile());
        assertThat(config.get("Labels").fieldNames())
                .toIterable()
                .contains("org.opencontainers.image.revision", "org.opencontainers.image.licenses");
        assertThat(Shell.run("tar -xOf '%s/image.tar' ./%s | tar -t"
                        .formatted(FOLDER, manifest.get("Layers").get(1).asText())))
                .contains("./app/lib/postgresql-")
                .doesNotContain("database-lease-operator.jar");
        assertThat(Shell.run("find '%s/rootfs' -name 'sh' -o -name 'bash' -o -name 'busybox'".formatted(FOLDER)))
                .isEmpty();
    }

    @Test
    void its_runtime_is_all_that_the_operator_needs() throws IOException {
        var training = Boolean.getBoolean("classes.write");
        var loaded = FOLDER.resolve("loaded.lst");
        var prepared = operator();
        if (training) {
            prepared.jvm("-Xshare:off", "-XX:DumpLoadedClassList=" + loaded);
        } else {
            prepared.jvm("-XX:SharedArchiveFile=operator.jsa", "-Xshare:on"); // or it does not start
        }
        var from = System.nanoTime();
        try (var operator = prepared.start().awaitReady()) {
            stage.measured().note("start of the image", "ready", Duration.ofNanos(System.nanoTime() - from));
            var scene = stage.scene("image");
            scene.deployment(2).lease(30);
            scene.awaitLeader();
            operator.get("/metrics");
            System.out.println("MEASURED image, idle with one lease: " + residentOf(operator) + ", "
                    + Files.size(FOLDER.resolve("image.tar")) / 1_000_000 + " MB as a tar");

            scene.move(Event.LEADER_DELETED, leader -> scene.pod(leader).delete());

            scene.end();
            assertThat(operator.terminate()).isEqualTo(143);
        }
        if (training) {
            Files.write(CLASSES, namesIn(loaded));
        }
    }

    private static OperatorProcess.Builder operator() {
        return OperatorSettings.asInPod(stage.plane(), stage.database())
                .program(
                        WORK,
                        FOLDER.resolve("rootfs/runtime/opt/java/bin/java").toString(),
                        "database-lease-operator.jar")
                .jvm("@jvm.options", "-XX:MaxRAM=256m"); // as much as the chart's container may have
    }

    /** Without the comment at the top, which names the JVM. */
    private static List<String> namesIn(Path loaded) throws IOException {
        return Files.readAllLines(loaded).stream()
                .filter(line -> !line.startsWith("#"))
                .toList();
    }

    private static String residentOf(OperatorProcess operator) throws IOException {
        return Files.readAllLines(Path.of("/proc/%d/status".formatted(operator.pid()))).stream()
                .filter(line -> line.matches("(VmRSS|RssAnon|RssFile):.*"))
                .map(line -> line.replaceAll("\\s+", " "))
                .collect(Collectors.joining(", "));
    }

    private static List<String> entrypointOfTheDockerfile() throws IOException {
        var line = Files.readAllLines(Path.of(Stage.shippedFolder("Dockerfile"))).stream()
                .filter(one -> one.startsWith("ENTRYPOINT "))
                .findFirst()
                .orElseThrow();
        return words(new ObjectMapper().readTree(line.substring("ENTRYPOINT ".length())));
    }

    private static List<String> words(JsonNode array) {
        var words = new ArrayList<String>();
        array.forEach(word -> words.add(word.asText()));
        return words;
    }

    private static JsonNode json(String file) throws IOException {
        return new ObjectMapper().readTree(Shell.run("tar -xOf '%s/image.tar' './%s'".formatted(FOLDER, file)));
    }
}
