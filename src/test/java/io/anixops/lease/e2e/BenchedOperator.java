package io.anixops.lease.e2e;

import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The operator as the image runs it, in the memory that the chart gives it, and what can be measured of it from outside. */
final class BenchedOperator implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(10);

    /** After which nothing is left to be done of what was asked. */
    static final Duration QUIET = Duration.ofSeconds(10);

    private static final String MEMORY = "-XX:MaxRAM=256m"; // for a container, the JVM reads this from its cgroup

    private final OperatorProcess process;
    private final long began;
    private final Duration untilReady;
    private final ProcessUsage whenReady;

    /** Where they all run. */
    record Place(ControlPlane plane, Supplier<OperatorProcess.Builder> settings, Path image) {
        static Place on(ControlPlane plane) {
            var database = TestPostgres.shared().newDatabase();
            return on(plane, () -> OperatorSettings.asInPod(plane, database));
        }

        /** The layers of the image become one folder, as they do in a container. */
        static Place on(ControlPlane plane, Supplier<OperatorProcess.Builder> settings) {
            var image = Folders.temporary("image");
            Shell.run("'%s' '%s/layers'".formatted(Stage.shippedFolder("image/rootfs"), image));
            Shell.run("cp -a '%1$s'/layers/*/. '%1$s' && rm -r '%1$s/layers'".formatted(image));
            Crds.install(plane);
            return new Place(plane, settings, image);
        }

        /** With the class archive, as shipped. */
        BenchedOperator start(String... arguments) {
            return new BenchedOperator(this, List.of("-XX:SharedArchiveFile=operator.jsa", "-Xshare:on"), arguments);
        }

        BenchedOperator startWithoutArchive() {
            return new BenchedOperator(this, List.of("-Xshare:off"));
        }
    }

    private BenchedOperator(Place place, List<String> sharing, String... arguments) {
        var flags = new ArrayList<>(List.of("@jvm.options", MEMORY));
        flags.addAll(sharing);
        began = System.nanoTime();
        process = place.settings()
                .get()
                .program(
                        place.image().resolve("app"),
                        place.image().resolve("opt/java/bin/java").toString(),
                        "database-lease-operator.jar")
                .jvm(flags.toArray(String[]::new))
                .args(arguments)
                .start()
                .awaitReady();
        untilReady = Duration.ofNanos(System.nanoTime() - began);
        whenReady = usage();
    }

    Duration untilReady() {
        return untilReady;
    }

    ProcessUsage whenReady() {
        return whenReady;
    }

    ProcessUsage usage() {
        return ProcessUsage.of(process.pid());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String scrape() {
        try {
            return process.get("/metrics");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The sum of all series of this name that have these labels, written as they are shown. */
    long sum(String series, String... labels) {
        var line = Pattern.compile("(?m)^" + series + "(\\{.*})? (\\S+)$");
        return line.matcher(scrape())
                .results()
                .filter(found ->
                        Arrays.stream(labels).allMatch(label -> found.group().contains(label)))
                .mapToLong(found -> (long) Double.parseDouble(found.group(2)))
                .sum();
    }

    void awaitHoldings(int count) {
        Eventually.until("all terms are renewed", PATIENCE, () -> sum("anixops_lease_holdings") == count);
    }

    /** SIGTERM, and its end. */
    @Override
    public void close() {
        process.terminate();
    }
}
