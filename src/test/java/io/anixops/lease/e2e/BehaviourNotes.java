package io.anixops.lease.e2e;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The times that the scenarios of one run measured, one file an event, and the rows that come of them. */
final class BehaviourNotes {
    private static final Path FOLDER = Path.of("target", "behaviour");
    private static final String NOTHING = "-";
    private static final int COLUMNS = 4;

    private BehaviourNotes() {}

    static synchronized void note(Event event, Cost.Times times) {
        String line = Stream.of(times.labelOff(), times.withoutLabel(), times.withoutLeader(), times.untilRecovery())
                        .map(BehaviourNotes::millis)
                        .collect(joining("\t"))
                + "\n";
        try {
            Files.createDirectories(FOLDER);
            Files.writeString(fileOf(event), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The worst of what was measured; empty when nothing was. */
    static Optional<String> row(Event event) {
        if (!Files.exists(fileOf(event))) {
            return Optional.empty();
        }
        var measured = lines(event);
        return Optional.of("| %s | %s |"
                .formatted(
                        event.sentence(),
                        IntStream.range(0, COLUMNS)
                                .mapToObj(column -> worst(measured, column))
                                .collect(joining(" | "))));
    }

    private static List<String[]> lines(Event event) {
        try (var lines = Files.lines(fileOf(event))) {
            return lines.map(line -> line.split("\t", -1)).toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String worst(List<String[]> measured, int column) {
        return measured.stream()
                .map(line -> line[column])
                .filter(text -> !text.equals(NOTHING))
                .map(Long::valueOf)
                .max(Comparator.naturalOrder())
                .map(millis -> String.format(Locale.ROOT, "%.2f s", millis / 1e3))
                .orElse("");
    }

    private static String millis(@Nullable Duration time) {
        return time == null ? NOTHING : Long.toString(time.toMillis());
    }

    private static Path fileOf(Event event) {
        return FOLDER.resolve(event.name() + ".tsv");
    }
}
