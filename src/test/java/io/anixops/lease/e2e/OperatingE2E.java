package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Document;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The commands of the operating guide, each in the situation that it is for. */
class OperatingE2E {
    private static Stage stage;

    private Scene scene;
    private ReadmeShell shell;

    @BeforeAll
    static void open() {
        stage = Stage.open();
        stage.operator();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    @BeforeEach
    void aReaderInTheNamespace() {
        scene = stage.scene("operating");
        scene.watchLease("singleton-workers");
        shell = new ReadmeShell(stage.plane(), stage.database(), scene.namespace());
    }

    @AfterEach
    void nothingWasViolated() {
        shell.close();
        scene.end();
    }

    @Test
    void a_password_is_changed_in_a_secret_that_is_there() {
        scene.kubectl("create", "secret", "generic", "lease-database", "--from-literal=password=old");

        commandsOf("A password that is rotated").forEach(shell::run);

        assertThat(scene.kubectl("get", "secret", "lease-database", "-o", "jsonpath={.data.password}"))
                .isEqualTo("YSBwYXNzd29yZAo="); // what is in the file
    }

    @Test
    void pods_that_were_led_by_a_sidecar_are_led_by_the_lease_and_then_leadership_is_sent_away() {
        scene.apply(Manifests.deployment(scene.namespace(), "control", 3));

        commandsOf("Moving from a Kubernetes Lease").forEach(shell::run);
        var leader = scene.awaitLeader();

        assertThat(scene.row().isHeldBy(leader)).isTrue();
        commandsOf("Two clusters").forEach(shell::run);
        assertThat(scene.labelled()).isEmpty();
        assertThat(scene.row().isHeld()).isFalse();
    }

    @Test
    void a_token_is_raised_above_what_pods_have_seen() {
        scene.readyPod("control-1", "control");
        scene.apply(
                "{apiVersion: lease.anixops.io/v1, kind: DatabaseLease, metadata: {name: singleton-workers, namespace: %s},"
                                .formatted(scene.namespace())
                        + " spec: {selector: {matchLabels: {app: control}}}}");
        scene.awaitLeader();
        var token = scene.row().token();
        var commands = commandsOf("Backup and restore");
        shell.export("export DBLEASE_DATABASE_URL=jdbc:postgresql://db.example.com:5432/app DBLEASE_DATABASE_USER=%s"
                .formatted(stage.database().user()));

        assertThat(shell.run(commands.get(0))).contains("control-1", Long.toString(token));
        scene.kubectl(
                "patch", "databaselease", "singleton-workers", "--type=merge", "-p", "{\"spec\":{\"suspend\":true}}");
        scene.awaitFree();
        shell.run(commands.get(1)
                .replace("control/", scene.namespace() + "/")
                .replaceAll("--above=\\d+", "--above=" + (token + 100)));

        assertThat(scene.row().token()).isGreaterThan(token + 100);
    }

    /** Those of the section, or the paragraph, that begins so. */
    private static List<String> commandsOf(String title) {
        var guide = Document.read("docs/operating.md");
        var from = guide.text().indexOf(title.startsWith("A ") ? "**" + title : "## " + title);
        assertThat(from).as(title).isPositive();
        var block = new Document(guide.file(), guide.text().substring(from))
                .blocks().stream()
                        .filter(one -> one.proof().equals("run by: OperatingE2E"))
                        .findFirst()
                        .orElseThrow();
        return block.commands();
    }
}
