package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The chart knows the settings, and no others. */
class ChartSettingsTest {
    private static final Path TEMPLATES = Path.of("helm", "database-lease-operator", "templates");
    private static final Pattern VARIABLE = Pattern.compile("name: (DBLEASE_[A-Z_]+|CLUSTER_NAME)");

    /** In a pod they are right as they are. */
    private static final Set<Setting> LEFT_ALONE =
            Set.of(Setting.HTTP_ADDRESS, Setting.INSTANCE, Setting.COORDINATION_NAMESPACE);

    @Test
    void every_setting_can_be_made_by_a_value_and_none_is_made_up() throws IOException {
        var settings = Arrays.stream(Setting.values())
                .filter(setting -> !LEFT_ALONE.contains(setting))
                .map(Setting::variable)
                .collect(Collectors.toSet());

        assertThat(inTheTemplates()).containsExactlyInAnyOrderElementsOf(settings);
    }

    private static Set<String> inTheTemplates() throws IOException {
        try (var files = Files.walk(TEMPLATES)) {
            return files.filter(Files::isRegularFile)
                    .flatMap(file -> VARIABLE.matcher(text(file)).results())
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
