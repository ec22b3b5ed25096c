package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.decision.Reason;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/guide.md explains every reason that a condition can have, in the order of the code, and no other. */
class ReasonsDocumentTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([A-Z]\\w+)` \\|.*\\|.*\\|$");

    @Test
    void every_reason_of_a_condition_is_explained() {
        var guide = Document.read("docs/guide.md").text();
        var table = guide.substring(guide.indexOf("<!-- reasons -->"), guide.indexOf("<!-- end of reasons -->"));

        assertThat(ROW.matcher(table).results().map(row -> row.group(1)))
                .containsExactlyElementsOf(
                        Arrays.stream(Reason.values()).map(Reason::text).toList());
    }
}
