package io.anixops.lease;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Text as an attacker would write it, the same for the same seed. */
public final class HostileText {
    public static final String SECRET = "s3cret-that-nobody-may-see";

    private static final List<String> PIECES = List.of(
            "\u0000",
            "\n",
            "\r\n2026-12-01T00:00:00.000Z ERROR forged",
            "\u001b[2J\u001b[31m",
            "\u0007",
            "\u202e",
            "\u200b",
            "\u0430dmin",
            "\u0661\u0662",
            "\ud83d\ude00",
            "\ud800",
            "${jndi:ldap://x/a}",
            "${env:HOME}",
            "%n%s%d",
            "{}",
            "'; DROP TABLE database_lease; --",
            "\"",
            "\\",
            "../../etc/passwd",
            "<script>",
            "&",
            "=",
            "?",
            "/",
            ":",
            ",",
            "%zz",
            "%00",
            "%0a",
            " ",
            "-",
            "PT",
            "P1D",
            "-1",
            "99999999999999999999",
            "s",
            "m",
            "30s",
            "1e9",
            "app",
            "ns/jobs",
            "a");

    private final Random random;

    private HostileText(long seed) {
        random = new Random(seed);
    }

    public static Stream<String> texts(long seed, int count) {
        var hostile = new HostileText(seed);
        return Stream.concat(
                Stream.of("", "x".repeat(1_000_000), "\u001b".repeat(300_000)),
                Stream.generate(hostile::next).limit(count));
    }

    private String next() {
        var text = new StringBuilder();
        for (var i = random.nextInt(6); i >= 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }
}
