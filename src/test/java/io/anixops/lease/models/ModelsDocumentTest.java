package io.anixops.lease.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.anixops.lease.Timing;
import io.anixops.lease.house.Document;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The models speak of what the code does, by name and by number. */
class ModelsDocumentTest {
    private static final Path MAIN = Path.of(System.getProperty("project.basedir", "."), "src/main/java/io/anixops");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (Fence|LeaseWork) \\| (\\w+) \\| (.*) \\|$");
    private static final Pattern REFERENCE = Pattern.compile("`(\\w+)\\.(\\w+)#(\\w+)`");
    private static final Model WORK = Model.of("LeaseWork");

    private final String document = Document.read("models/README.md").text();

    @ParameterizedTest
    @ValueSource(strings = {"Fence", "LeaseWork"})
    void every_step_of_a_model_is_said_to_be_somewhere_in_the_code_or_not_to_be_ours(String model) {
        assertThat(rows().stream().filter(row -> row.group(1).equals(model)).map(row -> row.group(2)))
                .containsExactlyInAnyOrderElementsOf(Model.of(model).steps());
        assertThat(rows())
                .allSatisfy(row -> assertThat(row.group(3)).containsPattern(REFERENCE.pattern() + "|not ours"));
    }

    @Test
    void what_is_named_is_there() throws IOException {
        var references = REFERENCE.matcher(document).results().toList();

        assertThat(references).isNotEmpty();
        for (var reference : references) {
            var folder = reference.group(1).equals("lease") ? "lease" : "lease/" + reference.group(1);
            var source = Files.readString(MAIN.resolve(folder).resolve(reference.group(2) + ".java"));
            assertThat(source)
                    .as(reference.group())
                    .containsPattern("(?m)^ {4}[\\w<>, .@?]* %s\\(".formatted(reference.group(3)));
        }
    }

    @Test
    void trust_is_the_deadline_of_the_model() {
        assertThat(Timing.trust(ticks("TTL"))).isEqualTo(ticks("DEADLINE"));
    }

    @Test
    void work_that_may_need_all_that_is_left_of_the_ttl_to_stop_is_refused() {
        var ttl = ticks("TTL");
        var left = ttl.minus(ticks("DEADLINE"));

        assertThat(Timing.ofTtl(ttl).stopWithin()).isPositive().isLessThan(left);
        assertThatThrownBy(() -> new Timing(ttl, left))
                .hasMessageContaining("PT3S to stop does not fit between the end of trust, PT6S, and the ttl, PT9S");
    }

    @Test
    void the_first_token_of_a_timeline_is_above_all_before_it() {
        var schema = Document.read("src/main/resources/io/anixops/lease/postgres/database_lease.sql")
                .text();

        assertThat(WORK.text()).contains("Max(r.token + 1, IF Tl(old) THEN 10 ELSE 0)");
        assertThat(schema).containsPattern("greatest\\([^;]*timeline\\(\\) << 32");
    }

    private List<MatchResult> rows() {
        return ROW.matcher(document).results().toList();
    }

    private static Duration ticks(String constant) {
        return Duration.ofSeconds(Long.parseLong(WORK.constant(constant)));
    }
}
