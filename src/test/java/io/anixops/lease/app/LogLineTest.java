package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class LogLineTest {
    private final LoggerContext context = new LoggerContext();
    private final LogLine line = new LogLine();

    @BeforeEach
    void start() {
        line.setContext(context);
        line.start();
    }

    @Test
    void it_tells_when_how_grave_who_what_and_the_key_values() {
        var event = event("This process leads", null);
        event.addKeyValuePair(new KeyValuePair("lease", "control/jobs"));
        event.addKeyValuePair(new KeyValuePair("token", 7));

        assertThat(line.doLayout(event))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z INFO  Electors - This process leads"
                        + " lease=\"control/jobs\" token=\"7\"\n");
    }

    @Test
    void what_comes_from_outside_begins_no_line_moves_no_cursor_and_forges_no_key() {
        var event = event("refused: \u001b[2J\r\n2026-12-01T00:00:00.000Z ERROR forged \u202e", null);
        event.addKeyValuePair(new KeyValuePair("holder", "x\" token=\"9\\\n\u00e9"));

        assertThat(line.doLayout(event))
                .hasLineCount(1)
                .matches("[\\n -~]*")
                .contains("refused: \\u001b[2J 2026-12-01T00:00:00.000Z ERROR forged \\u202e ")
                .endsWith("holder=\"x\\\" token=\\\"9\\\\\\u000a\\u00e9\"\n");
    }

    @Test
    void a_megabyte_is_cut() {
        assertThat(line.doLayout(event("x".repeat(1_000_000), null))).hasSizeLessThan(10_000);
    }

    @Test
    void a_failure_keeps_its_lines_and_its_message_gets_none_that_looks_like_one_of_ours() {
        var cause = new IllegalArgumentException("b\u0007");
        var said = line.doLayout(event("failed", new IllegalStateException("a\n2026-12-01 forged", cause)));

        assertThat(said).matches("(?s)[\\t\\n -~]*");
        assertThat(said.lines().skip(1))
                .allSatisfy(one -> assertThat(one).matches("(java\\.|\\t| |Caused by: ).*"))
                .anySatisfy(one -> assertThat(one).startsWith("\tat "))
                .contains("Caused by: java.lang.IllegalArgumentException: b\\u0007");
    }

    private LoggingEvent event(String message, Throwable failure) {
        return new LoggingEvent(
                "caller", context.getLogger("io.anixops.lease.Electors"), Level.INFO, message, failure, null);
    }
}
