package io.anixops.lease.e2e;

import io.anixops.lease.e2e.Happening.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A {@link History} as lines of words, one for each thing that was seen; times are in seconds.
 *
 * <pre>
 * row ns/main holder=a token=1 renewer=op written=0 expires=30
 * pod ns/web-0 uid=u1 version=7 leader/main=true token/main=1 nonce/main=n1
 * 2.5 a confirmed ns/main token=1 since=2
 * </pre>
 */
final class HistoryText {
    private static final List<String> KEYS = List.of("leader", "token", "nonce");

    private HistoryText() {}

    static History read(String text) {
        List<RowVersion> rows = new ArrayList<>();
        List<PodSighting> pods = new ArrayList<>();
        List<Happening> happenings = new ArrayList<>();
        for (String line :
                text.lines().map(String::strip).filter(one -> !one.isEmpty()).toList()) {
            var words = line.split(" ");
            switch (words[0]) {
                case "row" -> rows.add(row(words));
                case "pod" -> pods.add(pod(words));
                default -> happenings.add(happening(words));
            }
        }
        return new History(rows, pods, happenings);
    }

    static String write(History history) {
        var text = new StringBuilder();
        history.rows().forEach(row -> text.append(line(row)));
        history.pods().forEach(pod -> text.append(line(pod)));
        history.happenings().forEach(one -> text.append(line(one)));
        return text.toString();
    }

    static String line(Happening one) {
        return "%s %s %s %s token=%d since=%s%n"
                .formatted(
                        seconds(one.at()),
                        one.process(),
                        one.kind().name().toLowerCase(Locale.ROOT),
                        one.lease().isEmpty() ? "-" : one.lease(),
                        one.token(),
                        seconds(one.since()));
    }

    static Happening happening(String... words) {
        var given = values(words);
        return new Happening(
                instant(words[0]),
                words[1],
                Kind.valueOf(words[2].toUpperCase(Locale.ROOT)),
                words.length < 4 || words[3].equals("-") ? "" : words[3],
                Long.parseLong(given.getOrDefault("token", "0")),
                instant(given.getOrDefault("since", words[0])));
    }

    private static String line(RowVersion row) {
        return "row %s holder=%s token=%d renewer=%s written=%s expires=%s%s%n"
                .formatted(
                        row.name(),
                        row.holder(),
                        row.token(),
                        row.renewer(),
                        seconds(row.writtenAt()),
                        seconds(row.expiresAt()),
                        row.deleted() ? " deleted=true" : "");
    }

    private static RowVersion row(String... words) {
        var given = values(words);
        return new RowVersion(
                words[1],
                given.containsKey("deleted"),
                given.getOrDefault("holder", ""),
                Long.parseLong(given.get("token")),
                given.getOrDefault("renewer", ""),
                instant(given.get("expires")),
                instant(given.get("written")));
    }

    private static String line(PodSighting pod) {
        var text = new StringBuilder(
                "pod %s/%s uid=%s version=%s".formatted(pod.namespace(), pod.name(), pod.uid(), pod.version()));
        text.append(pod.gone() ? " gone=true" : "");
        List.of(pod.labels(), pod.annotations())
                .forEach(keys -> keys.forEach((key, value) -> {
                    var split = key.split("\\.lease\\.anixops\\.io/", -1);
                    if (split.length == 2 && KEYS.contains(split[0]) && !value.matches(".*\\s.*")) {
                        text.append(" %s/%s=%s".formatted(split[0], split[1], value));
                    }
                }));
        return text.append(System.lineSeparator()).toString();
    }

    private static PodSighting pod(String... words) {
        var given = values(words);
        var name = words[1].split("/");
        Map<String, String> labels = new HashMap<>();
        Map<String, String> annotations = new HashMap<>();
        given.forEach((key, value) -> {
            var split = key.split("/");
            if (split.length == 2) {
                (split[0].equals("nonce") ? annotations : labels)
                        .put(split[0] + ".lease.anixops.io/" + split[1], value);
            }
        });
        return new PodSighting(
                name[0],
                name[1],
                given.getOrDefault("uid", name[1]),
                given.getOrDefault("version", "0"),
                given.containsKey("gone"),
                labels,
                annotations);
    }

    private static Map<String, String> values(String... words) {
        Map<String, String> values = new HashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                values.put(word.substring(0, equals), word.substring(equals + 1));
            }
        }
        return values;
    }

    private static Instant instant(String seconds) {
        var exact = new BigDecimal(seconds);
        return Instant.EPOCH.plusNanos(exact.movePointRight(9).longValueExact());
    }

    static String seconds(Instant moment) {
        return BigDecimal.valueOf(moment.getEpochSecond())
                .add(BigDecimal.valueOf(moment.getNano(), 9))
                .stripTrailingZeros()
                .toPlainString();
    }
}
