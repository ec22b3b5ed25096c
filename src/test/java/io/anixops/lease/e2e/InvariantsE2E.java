package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The checker sees what is planted, on a real API server. */
class InvariantsE2E {
    private static ControlPlane plane;
    private String lease;

    @BeforeAll
    static void start() {
        plane = ControlPlane.builder().apiServerOnly().start();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @BeforeEach
    void makeTwoPods() {
        lease = "lease-" + Long.toString(System.nanoTime(), 36);
        for (String pod : new String[] {"a", "b"}) {
            plane.client()
                    .resource(FakePods.pod("default", lease + pod, "web", true))
                    .create();
        }
    }

    @AfterEach
    void removePods() {
        plane.client()
                .pods()
                .inNamespace("default")
                .withLabel("app", "web")
                .withGracePeriod(0)
                .delete();
    }

    @Test
    void a_leader_that_moves_properly_is_no_violation() {
        try (var checker = Invariants.watching(plane)) {
            label("a", PodJudge.TOKEN + lease + "=1", PodJudge.LEADER + lease + "=true");
            label("a", PodJudge.LEADER + lease + "-", PodJudge.TOKEN + lease + "=2");
            label("b", PodJudge.TOKEN + lease + "=2", PodJudge.LEADER + lease + "=true");

            checker.assertNothingViolated();
        }
    }

    @Test
    void a_second_leader_of_a_moment_is_found() {
        try (var checker = Invariants.watching(plane)) {
            label("a", PodJudge.LEADER + lease + "=true");
            label("b", PodJudge.LEADER + lease + "=true");
            label("b", PodJudge.LEADER + lease + "-");

            assertThatThrownBy(checker::assertNothingViolated)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("two leaders of " + lease);
        }
    }

    @Test
    void a_falling_token_is_found() {
        try (var checker = Invariants.watching(plane)) {
            label("a", PodJudge.TOKEN + lease + "=2");
            label("a", PodJudge.TOKEN + lease + "=1");

            assertThatThrownBy(checker::assertNothingViolated).hasMessageContaining("fell");
        }
    }

    @Test
    void a_leader_from_before_the_checker_counts() {
        label("a", PodJudge.LEADER + lease + "=true");
        try (var checker = Invariants.watching(plane)) {
            label("b", PodJudge.LEADER + lease + "=true");

            checker.catchUp();
            assertThat(checker.violations()).isNotEmpty();
        }
    }

    @Test
    void an_outage_of_the_api_server_leaves_no_gap() {
        try (var checker = Invariants.watching(plane)) {
            label("a", PodJudge.LEADER + lease + "=true");
            plane.apiServer().stop();
            plane.apiServer().startAgain();
            label("b", PodJudge.LEADER + lease + "=true");
            label("b", PodJudge.LEADER + lease + "-");

            checker.catchUp();
            assertThat(checker.violations()).singleElement().asString().contains("two leaders");
        }
    }

    private void label(String pod, String... labels) {
        String[] command = new String[labels.length + 4];
        command[0] = "label";
        command[1] = "pod";
        command[2] = lease + pod;
        command[3] = "--overwrite";
        System.arraycopy(labels, 0, command, 4, labels.length);
        plane.kubectl(command).orFail();
    }
}
