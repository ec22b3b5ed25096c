package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a linter does not ask of the workflows: fixed actions and least rights. */
class WorkflowsTest {
    private static final Path FOLDER = Path.of(".github", "workflows");
    private static final Pattern ACTION = Pattern.compile("(?m)uses: (.*)$");
    private static final Pattern SECRET = Pattern.compile("secrets\\.");

    static List<Path> workflows() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void every_action_is_a_commit_with_its_version_beside_it(Path workflow) throws IOException {
        var actions = ACTION.matcher(Files.readString(workflow))
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(actions)
                .isNotEmpty()
                .allMatch(action -> action.matches(
                        "\\./\\.github/workflows/[a-z]+\\.yml|actions/[a-z-]+@[0-9a-f]{40} # v\\d+\\.\\d+\\.\\d+"));
    }

    @ParameterizedTest
    @MethodSource("workflows")
    void a_job_may_read_the_sources_unless_it_says_what_more_and_why(Path workflow) throws IOException {
        var text = Files.readString(workflow);

        assertThat(text).contains("\npermissions:\n  contents: read\n");
        assertThat(Pattern.compile("(?m)^ +[a-z-]+: write.*$")
                        .matcher(text)
                        .results()
                        .map(MatchResult::group))
                .allMatch(right -> right.contains(": write # for "));
        assertThat(SECRET.matcher(text).find())
                .as("secrets beside the job's own token")
                .isFalse();
    }

    @Test
    void the_image_that_is_released_is_the_one_that_the_chart_installs() throws IOException {
        var repository = Files.readAllLines(Path.of("helm", "database-lease-operator", "values.yaml")).stream()
                .filter(line -> line.startsWith("  repository: "))
                .map(line -> line.substring("  repository: ".length()))
                .findFirst()
                .orElseThrow();

        assertThat(Files.readString(FOLDER.resolve("release.yml"))).contains("\n  IMAGE: " + repository + " #");
    }
}
