package io.anixops.lease.app;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.anixops.lease.Printable;
import io.anixops.lease.postgres.LeaseRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows for people and for programs. What a stranger put into a row is escaped for both. */
final class LeasePrinter {
    private static final List<String> COLUMNS = List.of("NAME", "HOLDER", "TOKEN", "LEFT", "RENEWER");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String GAP = "   ";

    private LeasePrinter() {}

    static String table(List<LeaseRecord> rows) {
        var lines = new ArrayList<List<String>>(List.of(COLUMNS));
        rows.forEach(row -> lines.add(List.of(
                shown(row.name()),
                row.isHeld() ? shown(row.holder()) : "",
                Long.toString(row.token()),
                left(row),
                row.isHeld() ? shown(row.renewer()) : "")));
        var widths = IntStream.range(0, COLUMNS.size())
                .map(column -> lines.stream()
                        .mapToInt(line -> line.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        return lines.stream().map(line -> aligned(line, widths)).collect(Collectors.joining());
    }

    static String text(LeaseRecord row) {
        return fields(row).entrySet().stream()
                .filter(field -> field.getValue() != null)
                .map(field -> "%-13s %s%n".formatted(field.getKey() + ":", shown(String.valueOf(field.getValue()))))
                .collect(Collectors.joining());
    }

    static String json(LeaseRecord row) {
        return write(fields(row));
    }

    static String json(List<LeaseRecord> rows) {
        return write(rows.stream().map(LeasePrinter::fields).toList());
    }

    private static Map<String, @Nullable Object> fields(LeaseRecord row) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("name", row.name());
        fields.put("held", row.isHeld());
        fields.put("holder", row.holder());
        fields.put("token", row.token());
        fields.put("leftSeconds", row.isHeld() ? row.remaining().toMillis() / 1e3 : 0);
        fields.put("acquiredAt", time(row.acquiredAt()));
        fields.put("renewedAt", time(row.renewedAt()));
        fields.put("expiresAt", time(row.expiresAt()));
        fields.put("renewer", row.renewer());
        fields.put("cluster", row.holderInfo().cluster());
        fields.put("namespace", row.holderInfo().namespace());
        fields.put("pod", row.holderInfo().pod());
        fields.put("uid", row.holderInfo().uid());
        fields.put("node", row.holderInfo().node());
        return fields;
    }

    private static String left(LeaseRecord row) {
        return row.isHeld() ? row.remaining().toSeconds() + "s" : "free";
    }

    private static @Nullable String time(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }

    private static String aligned(List<String> line, int[] widths) {
        return IntStream.range(0, widths.length)
                        .mapToObj(column -> line.get(column)
                                + " ".repeat(widths[column] - line.get(column).length()))
                        .collect(Collectors.joining(GAP))
                        .stripTrailing()
                + "\n";
    }

    private static String write(Object value) {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Text from a row, whole and with nothing in it that moves a cursor. */
    static String shown(String text) {
        return Printable.of(text, Integer.MAX_VALUE);
    }
}
