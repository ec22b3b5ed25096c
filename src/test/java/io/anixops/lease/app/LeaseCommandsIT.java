package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.anixops.lease.postgres.LeaseAdmin;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.TableName;
import io.anixops.lease.postgres.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an administrator does at night: {@code lease list}, {@code lease show}, {@code lease release}. */
class LeaseCommandsIT {
    private TestPostgres.Database database;

    @BeforeEach
    void threeLeases() throws SQLException {
        database = TestPostgres.shared().newDatabase();
        LeaseSchema.ensure(database.dataSource(), TableName.DEFAULT);
        insert("control/held", "web-0-1a2b3c4d", 3_600);
        insert("control/free", "web-1-1a2b3c4d", -5);
        insert("other/strange", "\u001b[31mred\u202e", 3_600);
        execute("""
                UPDATE database_lease SET renewer = 'operator-1', holder_info = '{"cluster": "east", "pod": "web-0"}'
                WHERE name = 'control/held'""");
    }

    @Test
    void a_list_is_a_table_by_name_with_nothing_in_it_that_moves_a_cursor() {
        assertThat(answer("lease", "list").lines().map(line -> line.replaceAll(" +", " ")))
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("NAME HOLDER TOKEN LEFT RENEWER"),
                        line -> assertThat(line).matches("control/free \\d+ free"),
                        line -> assertThat(line).matches("control/held web-0-1a2b3c4d \\d+ 35\\d\\ds operator-1"),
                        line -> assertThat(line).matches("other/strange \\\\u001b\\[31mred\\\\u202e \\d+ 35\\d\\ds"));
    }

    @Test
    void a_list_of_a_namespace_has_its_leases_only_also_as_json() throws Exception {
        var leases = new ObjectMapper().readTree(answer("lease", "list", "control/", "-o", "json"));

        assertThat(leases)
                .extracting(lease -> lease.path("name").asText())
                .containsExactly("control/free", "control/held");
        assertThat(leases.get(0).path("held").asBoolean()).isFalse();
        assertThat(leases.get(1).path("leftSeconds").asDouble()).isBetween(3_500.0, 3_600.0);
    }

    @Test
    void one_lease_is_shown_with_all_that_is_known() throws Exception {
        assertThat(answer("lease", "show", "control/held"))
                .contains("name:         control/held\n", "held:         true\n", "cluster:      east\n")
                .doesNotContain("uid:", "null");
        assertThat(new ObjectMapper()
                        .readTree(answer("lease", "show", "control/held", "-o=json"))
                        .path("pod")
                        .asText())
                .isEqualTo("web-0");
    }

    @Test
    void a_release_of_what_another_holds_wants_to_be_meant() {
        assertThatThrownBy(() -> answer("lease", "release", "control/held"))
                .isInstanceOf(Mistake.class)
                .hasMessageMatching("lease control/held is held by web-0-1a2b3c4d for 35\\d\\d s more:"
                        + " --force ends its term all the same");

        assertThat(answer("lease", "release", "control/held", "--force"))
                .matches("lease control/held: the term of web-0-1a2b3c4d with token \\d+ is ended\n");
        assertThat(answer("lease", "release", "control/held"))
                .matches("lease control/held: the term with token \\d+ is over already\n");
        assertThat(answer("lease", "list", "other/")).doesNotContain("free");
    }

    @Test
    void a_token_is_raised_above_what_was_seen() throws Exception {
        assertThat(answer("lease", "raise-token", "control/held", "--above", "99999999999999"))
                .isEqualTo("lease control/held has token 100000000000000 now\n");
        assertThat(new ObjectMapper()
                        .readTree(answer("lease", "show", "control/held", "-o=json"))
                        .path("held")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void what_is_not_there_is_a_mistake_and_so_is_what_makes_no_sense() {
        assertThatThrownBy(() -> answer("lease", "show", "control"))
                .isInstanceOf(Mistake.class)
                .hasMessage("there is no lease control: 'lease list' shows those there are");
        assertThatThrownBy(() -> answer("lease", "show"))
                .hasMessage("lease show needs a name: 'lease list' shows them");
        assertThatThrownBy(() -> answer("lease"))
                .hasMessageStartingWith("lease needs one of list, show, release and raise-token");
        assertThatThrownBy(() -> answer("lease", "list", "-o", "yaml"))
                .hasMessage("--output is 'yaml': it must be one of text, json");
    }

    /** Standard output of a run that succeeds. */
    private String answer(String... arguments) {
        var out = new ByteArrayOutputStream();
        var options = LeaseOptions.from(Cli.parse(arguments).subcommand());
        var admin = new LeaseAdmin(database.dataSource(), TableName.DEFAULT);
        var code = new LeaseCommands(admin, options, new PrintStream(out, true, StandardCharsets.UTF_8)).run();
        assertThat(code).isZero();
        return out.toString(StandardCharsets.UTF_8);
    }

    private void insert(String name, String holder, int seconds) throws SQLException {
        execute("""
                INSERT INTO database_lease (name, holder, expires_at, acquired_at, renewed_at)
                VALUES ('%s', '%s', clock_timestamp() + interval '%d s', clock_timestamp(), clock_timestamp())
                """.formatted(name, holder, seconds));
    }

    private void execute(String sql) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
