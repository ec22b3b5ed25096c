package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** The sample program of docs/examples/worker, compiled with the library and the few things that it says it needs. */
final class WorkerProgram {
    private static final Path BASE = Path.of(System.getProperty("project.basedir", "."));
    private static final Path SOURCES = BASE.resolve("docs/examples/worker");

    /** What Maven resolves for the two artifacts that Worker.java names; none of it is the operator's. */
    private static final List<String> NEEDED = List.of(
            "HdrHistogram",
            "LatencyUtils",
            "checker-qual",
            "jspecify",
            "micrometer-",
            "postgresql-",
            "prometheus-",
            "slf4j-api");

    private final String classpath;

    private WorkerProgram(String classpath) {
        this.classpath = classpath;
    }

    /** Compiled by the first who asks. */
    static WorkerProgram shared() {
        return Shared.INSTANCE;
    }

    private static WorkerProgram compile() {
        var folder = Folders.temporary("worker");
        try {
            var libraries = Stream.concat(Stream.of(copyOfLibrary(folder)), needed())
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
            compile(folder, libraries);
            return new WorkerProgram(folder + File.pathSeparator + libraries);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The SQL that makes its table. */
    static String table() {
        try {
            return Files.readString(SOURCES.resolve("worker_step.sql"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    List<String> command() {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-XX:TieredStopAtLevel=1", "-Xmx128m", "-cp", classpath, "Worker");
    }

    /** Elsewhere, where its manifest finds nothing of the operator's beside it. */
    private static Path copyOfLibrary(Path folder) throws IOException {
        var jar = Path.of(System.getProperty("operator.jar", "target/database-lease-operator.jar"));
        return Files.copy(jar, folder.resolve("database-lease-operator.jar"));
    }

    private static Stream<Path> needed() throws IOException {
        try (var jars = Files.list(BASE.resolve("target/lib"))) {
            return jars
                    .filter(jar -> NEEDED.stream().anyMatch(jar.getFileName().toString()::startsWith))
                    .map(Path::toAbsolutePath)
                    .toList()
                    .stream();
        }
    }

    private static void compile(Path folder, String libraries) {
        var said = new ByteArrayOutputStream();
        var sources = Stream.of("Worker.java", "Steps.java", "Endpoints.java").map(SOURCES::resolve);
        var arguments = Stream.concat(
                Stream.of("-d", folder.toString(), "-cp", libraries, "-proc:none", "--release", "17"),
                sources.map(Path::toString));
        var code = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
    }

    private static final class Shared {
        private static final WorkerProgram INSTANCE = compile();
    }
}
