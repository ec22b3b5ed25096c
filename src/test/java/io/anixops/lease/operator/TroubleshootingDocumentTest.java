package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Document;
import io.anixops.lease.operator.decision.Reason;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Whatever word a user reads in a status or an Event, docs/troubleshooting.md has it, once, and no other. */
class TroubleshootingDocumentTest {
    private static final Pattern PARAGRAPH = Pattern.compile("(?m)^### `(\\w+)`$\\n\\n\\S");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(\\w+)` \\| .+ \\|$");

    private final String document = Document.read("docs/troubleshooting.md").text();

    @Test
    void every_reason_of_a_condition_has_a_paragraph() {
        assertThat(words(PARAGRAPH, document))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Reason.values()).map(Reason::text).toList());
    }

    @Test
    void every_event_has_a_row_in_the_order_of_the_code() {
        var table = document.substring(document.indexOf("<!-- events -->"), document.indexOf("<!-- end of events -->"));

        assertThat(words(ROW, table))
                .containsExactlyElementsOf(Arrays.stream(EventReason.values())
                        .map(EventReason::text)
                        .toList());
    }

    private static List<String> words(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
    }
}
