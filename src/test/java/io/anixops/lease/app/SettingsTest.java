package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SettingsTest {
    private static final List<String> ENOUGH =
            List.of("--database-host=db", "--database-name=leases", "--database-user=app");

    @Test
    void host_name_and_role_are_enough() {
        var settings = read(Map.of());

        assertThat(settings.database().url().value()).isEqualTo("jdbc:postgresql://db:5432/leases");
        assertThat(settings.table()).hasToString("public.database_lease");
        assertThat(settings.ensuresSchema()).isTrue();
        assertThat(settings.options().namespaces()).isEmpty();
        assertThat(settings.options().cluster()).isNull();
        assertThat(settings.options().statusWritesPerSecond()).isEqualTo(50);
        assertThat(settings.options().apiSilenceLimit()).isEqualTo(Duration.ofMinutes(5));
        assertThat(settings.http().getPort()).isEqualTo(8080);
        assertThat(settings.log()).isEqualTo(new LogSettings(false, "info"));
    }

    @Test
    void a_flag_goes_before_the_environment_and_that_before_the_default() {
        var environment = Map.of("DBLEASE_HTTP_PORT", "1111", "DBLEASE_TABLE", "other", "DBLEASE_SCHEMA", "");

        var settings = read(environment, "--http-port=2222");

        assertThat(settings.http().getPort()).isEqualTo(2222);
        assertThat(settings.table()).hasToString("public.other");
        assertThat(settings.ensuresSchema()).isTrue();
    }

    @Test
    void several_hosts_are_tried_for_the_primary() {
        var settings =
                read(Map.of(), List.of("--database-host=a,b,::1", "--database-name=x y/z", "--database-user=app"));

        assertThat(settings.database().url().value()).isEqualTo("jdbc:postgresql://a:5432,b:5432,[::1]:5432/x+y%2Fz");
        assertThat(settings.database().properties()).containsEntry("targetServerType", "primary");
    }

    @Test
    void one_host_is_taken_as_it_is_so_that_a_standby_can_be_told_from_silence() {
        assertThat(read(Map.of()).database().properties()).doesNotContainKey("targetServerType");
    }

    @Test
    void parameters_of_the_url_go_before_the_usual_ones() {
        var url = "--database-url=jdbc:postgresql://h/db?user=app&connectTimeout=9&prepareThreshold=5";

        var properties = read(Map.of(), List.of(url)).database().properties();

        assertThat(properties).containsEntry("connectTimeout", "9").containsEntry("prepareThreshold", "5");
        assertThat(properties).containsEntry("user", "app").containsEntry("socketTimeout", "10");
    }

    @Test
    void namespaces_stand_between_commas() {
        assertThat(read(Map.of(), "--namespaces=a,b").options().namespaces()).isEqualTo(Set.of("a", "b"));
    }

    @ParameterizedTest
    @MethodSource
    void a_mistake_is_told_with_its_place_and_value(
            String message, Map<String, String> environment, List<String> args) {
        assertThatThrownBy(() -> read(environment, args))
                .isInstanceOf(Mistake.class)
                .hasMessage(message);
    }

    static Stream<Arguments> a_mistake_is_told_with_its_place_and_value() {
        return Stream.of(
                refused("--http-port is 'abc': it must be a number from 0 to 65535", "--http-port=abc"),
                refused("--http-port is '65536': it must be a number from 0 to 65535", "--http-port=65536"),
                refused(
                        "--http-address is 'no.such.host.invalid': it is no address of this host",
                        "--http-address=no.such.host.invalid"),
                refused(
                        "--api-silence-limit is '5': a duration is written as 30s, 5m, 1h or PT1H30M",
                        "--api-silence-limit=5"),
                refused("--api-silence-limit is '0s': it must lie between PT1S and PT24H", "--api-silence-limit=0s"),
                refused(
                        "--status-writes-per-second is '0': it must be a number from 1 to 10000",
                        "--status-writes-per-second=0"),
                refused("--log-format is 'xml': it must be one of text, json", "--log-format=xml"),
                refused("--log-level is 'INFO': it must be one of error, warn, info, debug, trace", "--log-level=INFO"),
                refused("--schema is 'create': it must be one of ensure, check", "--schema=create"),
                refused(
                        "--namespaces is 'a, b': ' b' is no name of a namespace; names stand between commas without blanks",
                        "--namespaces=a, b"),
                refused(
                        "--cluster-name is 'a b': it must have 1 to 100 letters, digits and . _ : / -",
                        "--cluster-name=a b"),
                refused(
                        "--instance is 'a b': holder id 'a b' must have printable ASCII characters only, and no blanks",
                        "--instance=a b"),
                refused(
                        "--database-password-file is '/no/such': there is no such file that can be read",
                        "--database-password-file=/no/such"),
                refused(
                        "--database-sslmode is 'on': it must be one of disable, allow, prefer, require, verify-ca, verify-full",
                        "--database-sslmode=on"),
                refused(
                        "sslmode verify-full needs certificates to check the server against: set --database-sslrootcert to a file, or to system",
                        "--database-sslmode=verify-full"),
                refused("--database-port is '0': it must be a number from 1 to 65535", "--database-port=0"),
                refused("--foo is not known: database-lease-operator --help tells what is", "--foo=secret"),
                refused("stray is not known: database-lease-operator --help tells what is", "stray"),
                refused("--http-port is there twice: leave one of them out", "--http-port=1", "--http-port=2"),
                refused(
                        "--database-password does not exist, since others can read a command line: write the password"
                                + " into a file and name that with --database-password-file",
                        "--database-password=secret"),
                refused(
                        "--database-url and --database-host are both set: the URL has host, port and name already, so leave one of them out",
                        "--database-url=jdbc:postgresql://h/db"),
                Arguments.of(
                        "DBLEASE_HTTP_PORT is 'tcp://10.0.0.1:80': it must be a number from 0 to 65535",
                        Map.of("DBLEASE_HTTP_PORT", "tcp://10.0.0.1:80"),
                        ENOUGH),
                Arguments.of(
                        "DBLEASE_DATABASE_PASSWORD is set, and the environment is no place for a password: write it"
                                + " into a file and name that with --database-password-file",
                        Map.of("DBLEASE_DATABASE_PASSWORD", "secret"),
                        ENOUGH),
                Arguments.of(
                        "no database is named: set --database-host and --database-name, or --database-url",
                        Map.of(),
                        List.of()),
                Arguments.of(
                        "--database-name is missing: set it, or the environment variable DBLEASE_DATABASE_NAME",
                        Map.of(),
                        List.of("--database-host=db")),
                Arguments.of(
                        "no database role is named: set --database-user, or the environment variable DBLEASE_DATABASE_USER",
                        Map.of(),
                        List.of("--database-url=jdbc:postgresql://h/db")),
                Arguments.of(
                        "--database-user is 'a' and the URL says 'b': leave one of them out",
                        Map.of(),
                        List.of("--database-url=jdbc:postgresql://h/db?user=b", "--database-user=a")));
    }

    @Test
    void a_variable_that_is_no_setting_is_noticed() {
        assertThat(Setting.isUnknownVariable("DBLEASE_TABEL")).isTrue();
        assertThat(Setting.isUnknownVariable("DBLEASE_TABLE")).isFalse();
        assertThat(Setting.isUnknownVariable("TABLE")).isFalse();
    }

    @Test
    void the_password_file_may_change_and_be_absent_for_a_moment(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("password"), "one\n");
        var password = new PasswordFile(Optional.of(file));

        assertThat(password.read()).contains("one");
        Files.writeString(file, "two words \r\n");
        assertThat(password.read()).contains("two words ");
        Files.delete(file);
        assertThatThrownBy(password::read).hasMessage("password file %s cannot be read".formatted(file));
    }

    private static Arguments refused(String message, String... args) {
        var all = new ArrayList<>(ENOUGH);
        all.addAll(List.of(args));
        return Arguments.of(message, Map.of(), all);
    }

    private static OperatorSettings read(Map<String, String> environment, String... args) {
        var all = new ArrayList<>(ENOUGH);
        all.addAll(List.of(args));
        return read(environment, all);
    }

    private static OperatorSettings read(Map<String, String> environment, List<String> args) {
        return OperatorSettings.from(new Given(Cli.settingsIn(Cli.parse(args.toArray(String[]::new))), environment));
    }
}
