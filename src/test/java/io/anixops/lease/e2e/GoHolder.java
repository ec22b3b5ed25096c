package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The program of docs/examples/go-holder, which writes the lease's row by itself. */
final class GoHolder {
    private static final Path SOURCES = Path.of(System.getProperty("project.basedir", "."), "docs/examples/go-holder")
            .toAbsolutePath();

    private final Path program;

    private GoHolder(Path program) {
        this.program = program;
    }

    /** With the Go that has built the control plane; what it has compiled before, it finds again. */
    static GoHolder build() {
        var folder = Folders.temporary("go-holder");
        var program = folder.resolve("go-holder");
        var log = folder.resolve("log");
        try {
            var builder = new ProcessBuilder(
                            "go", "build", "-mod=readonly", "-trimpath", "-o", program.toString(), "main.go")
                    .directory(SOURCES.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            builder.environment().putAll(Map.of("CGO_ENABLED", "0", "GOWORK", "off"));
            var build = builder.start();
            assertThat(build.waitFor(5, TimeUnit.MINUTES)).as("go build ends").isTrue();
            assertThat(build.exitValue()).as(Files.readString(log)).isZero();
            return new GoHolder(program);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted in go build", stopped);
        }
    }

    Child start(String lease, Duration ttl, TestPostgres.Database database) {
        var environment = Map.of(
                "DATABASE_URL",
                "postgres://%s@127.0.0.1:%d/%s?sslmode=disable"
                        .formatted(database.user(), database.port(), database.name()),
                "LEASE_NAME",
                lease,
                "LEASE_TTL",
                ttl.toSeconds() + "s");
        Path log = Folders.logs("go-holder").resolve("go-holder.log");
        return Child.start("go-holder", log, environment, List.of(program.toString()));
    }
}
