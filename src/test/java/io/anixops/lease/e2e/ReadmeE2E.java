package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.house.Document;
import io.anixops.lease.house.Document.Step;
import io.anixops.lease.postgres.TestPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Runs README's commands in their order, on a real control plane and with the packaged operator, and compares what they
 * say with what is shown there.
 */
class ReadmeE2E {
    private final ControlPlane plane = ControlPlane.start();
    private final TestPostgres.Database database = TestPostgres.shared().newDatabase();
    private final ReadmeShell shell = new ReadmeShell(plane, database);
    private Invariants checker;

    @BeforeEach
    void watchFromTheBeginning() throws Exception {
        checker = Invariants.watching(plane).and(RowHistory.install(database.dataSource(), "database_lease"));
    }

    @AfterEach
    void stop() {
        shell.close();
        checker.close();
        plane.close();
    }

    @Test
    void the_commands_do_what_the_readme_shows() {
        var steps = Document.read("README.md").blocks().stream()
                .filter(block -> block.proof().equals("run by: ReadmeE2E"))
                .flatMap(block -> block.steps().stream())
                .toList();
        assertThat(steps).hasSizeGreaterThan(10);

        steps.forEach(this::follow);

        checker.assertNothingViolated();
    }

    private void follow(Step step) {
        if (step.command().startsWith("export ")) {
            shell.export(step.command());
        } else if (step.command().endsWith(" -jar target/database-lease-operator.jar")) {
            shell.startOperator(step.command());
        } else {
            compare(step);
        }
    }

    /** What reads may be asked until it says so: others need their moment too. */
    private void compare(Step step) {
        var wanted = Masked.lines(step.answer());
        if (step.command().contains(" get ")) {
            Eventually.until(
                    "%s%n%s".formatted(step.command(), String.join("\n", step.answer())),
                    () -> answer(step).equals(wanted));
        } else {
            assertThat(answer(step)).as(step.command()).isEqualTo(wanted);
        }
    }

    private List<String> answer(Step step) {
        return Masked.lines(shell.run(step.command()).lines().toList());
    }
}
