package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.HostileText;
import io.anixops.lease.LeaseName;
import io.anixops.lease.postgres.TableName;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Thousands of hostile texts for whatever reads text: each is taken, or refused with one short line of printable ASCII
 * that repeats no secret. Nothing else comes out, and nothing takes long.
 */
class HostileInputTest {
    private static final int TEXTS = 1_000;
    private static final String PRINTABLE_LINE = "[ -~]{1,3000}";

    @ParameterizedTest(name = "{0}")
    @MethodSource("readers")
    void is_read_or_refused_with_one_printable_line(String what, Consumer<String> reader) {
        HostileText.texts(what.hashCode(), what.contains("flag") || what.contains("argument") ? TEXTS / 10 : TEXTS)
                .forEach(text -> read(what, text, reader));
    }

    static Stream<Arguments> readers() {
        var second = Duration.ofSeconds(1);
        var day = Duration.ofDays(1);
        var settings = Stream.of(Setting.values())
                .map(setting -> reader(setting.flag(), text -> OperatorSettings.from(with(setting, text))));
        return Stream.concat(
                settings,
                Stream.of(
                        reader("lease name", LeaseName::of),
                        reader("holder id", HolderId::of),
                        reader("table name", TableName::of),
                        reader("duration", text -> Values.duration(text, second, day)),
                        reader("number", text -> Values.number(text, 1, 65535)),
                        reader("URL", JdbcUrl::new),
                        reader("database in a URL", text -> shown(new JdbcUrl("jdbc:postgresql://h/" + text))),
                        reader("host in a URL", text -> shown(new JdbcUrl("jdbc:postgresql://" + text + "/db"))),
                        reader("parameter of a URL", text -> new JdbcUrl("jdbc:postgresql://h/db?" + text)),
                        reader("argument", text -> Cli.parse(text)),
                        reader("value of a flag", text -> Cli.parse("--http-port=" + text)),
                        reader("argument of a command", text -> Cli.parse("lease", "show", text))));
    }

    @Test
    void what_the_environment_tells_of_the_holder_is_taken_as_it_is() {
        HostileText.texts(1, TEXTS).forEach(text -> {
            var info = HolderInfo.from(Map.of("POD_NAME", text));

            assertThat(info.pod()).isEqualTo(text.isBlank() ? null : text);
        });
    }

    @Test
    void no_refusal_repeats_what_may_be_a_password() {
        for (var url : List.of(
                "jdbc:postgresql://app:%s@h/db",
                "jdbc:postgresql://h/db?password=%s",
                "jdbc:postgresql://h/db?user=a&x=%s",
                "postgres://app:%s@h/db",
                "jdbc:postgresql://h/db?pass%%77ord=%s",
                "jdbc:postgresql://h:%s/db")) {
            var text = url.formatted(HostileText.SECRET);
            var args = new String[] {"--database-user=app", "--database-url=" + text};

            assertThat(refusal(() -> OperatorSettings.from(new Given(Cli.settingsIn(Cli.parse(args)), Map.of()))))
                    .as(text)
                    .isNotEmpty()
                    .doesNotContain(HostileText.SECRET);
        }
    }

    private static void read(String what, String text, Consumer<String> reader) {
        var message = refusal(() -> reader.accept(text));

        assertThat(message.isEmpty() || message.matches(PRINTABLE_LINE))
                .as("%s refuses '%.200s' with: %.500s", what, text, message)
                .isTrue();
    }

    /** Empty where there is none. Any exception of another kind goes out, and fails the test. */
    private static String refusal(Runnable reading) {
        try {
            reading.run();
            return "";
        } catch (Mistake | IllegalArgumentException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    /** Beside this one, no more than has to be there. */
    private static Given with(Setting setting, String text) {
        var flags = new EnumMap<Setting, String>(Setting.class);
        flags.put(Setting.DATABASE_USER, "app");
        if (setting != Setting.DATABASE_URL) {
            flags.put(Setting.DATABASE_HOST, "db");
            flags.put(Setting.DATABASE_NAME, "leases");
        }
        flags.put(setting, text);
        return new Given(flags, Map.of());
    }

    private static void shown(JdbcUrl url) {
        assertThat(url.toString()).matches(PRINTABLE_LINE);
    }

    private static Arguments reader(String what, Consumer<String> reader) {
        return Arguments.of(what, reader);
    }
}
