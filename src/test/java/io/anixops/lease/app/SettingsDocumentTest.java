package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The settings in the documents are those of the code. With {@code -Dupdate=true} this writes them there. */
class SettingsDocumentTest {
    private static final String BEGIN = "<!-- settings: written by SettingsDocumentTest -->\n";
    private static final String END = "<!-- end of settings -->";
    private static final List<Path> DOCUMENTS = List.of(Path.of("README.md"), Path.of("docs", "settings.md"));

    @Test
    void the_table_in_the_documents_is_that_of_the_code() throws IOException {
        var withTable = 0;
        for (var document : DOCUMENTS) {
            var text = Files.exists(document) ? Files.readString(document) : "";
            if (text.contains(BEGIN)) {
                withTable++;
                compareOrWrite(document, text);
            }
        }
        assertThat(withTable).as("documents with the table").isPositive();
    }

    @Test
    void help_tells_every_setting_with_its_variable_and_default() {
        var help = new StringWriter();
        Cli.commandLine().usage(new PrintWriter(help));
        var text = help.toString().replaceAll("\\s+", " ");

        for (var setting : Setting.values()) {
            assertThat(text).contains(setting.flag() + "=" + setting.label());
            assertThat(text).contains(setting.meaning() + defaultOf(setting));
            assertThat(text).contains("[" + setting.variable() + "]");
        }
    }

    private static String defaultOf(Setting setting) {
        return setting.defaultValue().map("; default: "::concat).orElse("");
    }

    private static void compareOrWrite(Path document, String text) throws IOException {
        var from = text.indexOf(BEGIN) + BEGIN.length();
        var to = text.indexOf(END, from);
        var wanted = text.substring(0, from) + table() + text.substring(to);
        if (Boolean.getBoolean("update")) {
            Files.writeString(document, wanted);
        } else {
            assertThat(text)
                    .as("%s; mvn test -Dtest=SettingsDocumentTest -Dupdate=true writes it anew", document)
                    .isEqualTo(wanted);
        }
    }

    private static String table() {
        return Arrays.stream(Setting.values())
                .map(setting -> "| `%s` | `%s` | %s | %s |\n"
                        .formatted(
                                setting.flag(),
                                setting.variable(),
                                setting.defaultValue().map("`%s`"::formatted).orElse(""),
                                setting.meaning()))
                .collect(Collectors.joining(
                        "", "| flag | variable | default | meaning |\n| --- | --- | --- | --- |\n", ""));
    }
}
