package io.anixops.lease.app;

import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import io.anixops.lease.Printable;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.slf4j.event.KeyValuePair;

/**
 * A log line as text: when, how grave, who, what, and its key-values. What comes from outside can begin no line of its
 * own, move no cursor and forge no key, since everything is escaped here, whoever wrote it into the log.
 */
final class LogLine extends LayoutBase<ILoggingEvent> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final int MOST = 8_192;

    private final ThrowableProxyConverter failures = new ThrowableProxyConverter();

    @Override
    public void start() {
        failures.setContext(getContext());
        failures.start();
        super.start();
    }

    @Override
    public String doLayout(ILoggingEvent event) {
        return "%s %-5s %s - %s %s%n%s"
                .formatted(
                        TIME.format(event.getInstant()),
                        event.getLevel(),
                        shortened(event.getLoggerName()),
                        shown(event.getFormattedMessage().replaceAll("[\\r\\n]+", " ")),
                        keyValues(event.getKeyValuePairs()),
                        failure(failures.convert(event)));
    }

    private static String shortened(String logger) {
        return logger.substring(logger.lastIndexOf('.') + 1);
    }

    private static String keyValues(List<KeyValuePair> pairs) {
        return Objects.requireNonNullElse(pairs, List.<KeyValuePair>of()).stream()
                .map(pair -> "%s=\"%s\"".formatted(pair.key, quoted(String.valueOf(pair.value))))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String value) {
        return shown(value.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    /** Its lines are kept; those that a message brought along are moved in. */
    private static String failure(String trace) {
        return trace.lines().map(LogLine::traceLine).collect(Collectors.joining());
    }

    private static String traceLine(String line) {
        var text = line.stripLeading();
        var isCause = text.startsWith("Caused by: ") || text.startsWith("Suppressed: ");
        var indent = line.startsWith("\t") ? "\t" : isCause ? "" : "  ";
        return indent + shown(text) + System.lineSeparator();
    }

    private static String shown(String text) {
        return Printable.of(text, MOST);
    }
}
