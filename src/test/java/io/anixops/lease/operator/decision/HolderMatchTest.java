package io.anixops.lease.operator.decision;

import static io.anixops.lease.operator.decision.Cast.NAME;
import static io.anixops.lease.operator.decision.Cast.START;
import static io.anixops.lease.operator.decision.Cast.pod;
import static io.anixops.lease.operator.decision.Cast.ready;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HolderMatchTest {
    private static final HolderMatch EAST = new HolderMatch("control", "east", true);
    private static final HolderMatch UNNAMED = new HolderMatch("control", null, true);
    private static final HolderMatch EAST_STRICT = new HolderMatch("control", "east", false);
    private static final HolderInfo INFO = new HolderInfo("east", "control", "a", "uid-a", "node-1");
    private static final Candidate A = ready("a");
    private static final List<Candidate> PODS = List.of(A, ready("b"), ready("a-b"));

    @Test
    void the_holder_is_the_pod_that_the_row_tells_of() {
        assertThat(EAST.podOf(row("whatever", INFO), PODS)).contains(A);
        assertThat(EAST_STRICT.podOf(row("whatever", INFO), PODS)).contains(A);
    }

    @Test
    void a_uid_is_enough_where_the_cluster_is_not_told_or_has_no_name() {
        var info = new HolderInfo(null, null, null, "uid-a", null);

        assertThat(EAST_STRICT.podOf(row("whatever", info), PODS)).contains(A);
        assertThat(UNNAMED.podOf(row("whatever", INFO), PODS)).contains(A);
    }

    @ParameterizedTest(name = "cluster {0}, namespace {1}, pod {2}, uid {3}")
    @CsvSource({"west,control,a,uid-a", "east,other,a,uid-a", "east,control,b,uid-a", "east,control,a,uid-old"})
    void a_holder_of_whom_one_part_is_not_the_pods_is_another(
            String cluster, String namespace, String pod, String uid) {
        var info = new HolderInfo(cluster, namespace, pod, uid, null);

        assertThat(EAST.podOf(row("a-1f2e3d4c", info), PODS)).isEmpty();
    }

    @Test
    void a_row_that_tells_nothing_names_the_pod_by_its_holder_id_up_to_the_last_dash() {
        assertThat(EAST.podOf(row("a-1f2e3d4c", HolderInfo.UNKNOWN), PODS)).contains(A);
        assertThat(EAST.podOf(row("a-b-1f2e3d4c", HolderInfo.UNKNOWN), PODS)).contains(ready("a-b"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "-", "", "a-c-1f2e3d4c", "A-1f2e3d4c", "x y"})
    void a_holder_id_that_names_no_pod_is_nobody_here(String holder) {
        assertThat(EAST.podOf(row(holder, HolderInfo.UNKNOWN), PODS)).isEmpty();
    }

    @Test
    void a_holder_id_alone_is_not_believed_where_clusters_have_pods_of_one_name() {
        var nameless = new HolderInfo(null, "control", "a", null, null);

        assertThat(EAST_STRICT.podOf(row("a-1f2e3d4c", HolderInfo.UNKNOWN), PODS))
                .isEmpty();
        assertThat(EAST_STRICT.podOf(row("a-1f2e3d4c", nameless), PODS)).isEmpty();
    }

    @Test
    void a_name_is_believed_where_the_row_names_our_cluster() {
        var info = new HolderInfo("east", null, null, null, null);

        assertThat(EAST_STRICT.podOf(row("a-1f2e3d4c", info), PODS)).contains(A);
    }

    @Test
    void a_pod_that_was_made_again_under_the_name_does_not_inherit_the_term() {
        var again = pod("a", Standing.READY, "", 11, 12);

        assertThat(EAST.podOf(row("a-1f2e3d4c", HolderInfo.UNKNOWN, START.plusMillis(10_999)), List.of(again)))
                .isEmpty();
        assertThat(EAST.podOf(row("a-1f2e3d4c", HolderInfo.UNKNOWN, START.plusMillis(11_000)), List.of(again)))
                .contains(again);
        assertThat(EAST.podOf(row("a-1f2e3d4c", HolderInfo.UNKNOWN, null), List.of(again)))
                .as("nobody knows when the term began")
                .isEmpty();
    }

    @Test
    void the_age_of_a_pod_does_not_matter_where_the_row_has_its_uid() {
        var skewed = pod("a", Standing.READY, "", 11, 12);

        assertThat(EAST.podOf(row("a-1f2e3d4c", INFO), List.of(skewed))).contains(skewed);
    }

    @Test
    void a_long_pod_name_is_known_by_the_host_name_that_it_is_cut_to() {
        var pod = ready("n".repeat(62) + "-replica-1");
        var other = ready("n".repeat(62) + "-replica-2");
        var row = row("n".repeat(62) + "-1f2e3d4c", HolderInfo.UNKNOWN);

        assertThat(EAST.podOf(row, List.of(pod))).contains(pod);
        assertThat(EAST.podOf(row, List.of(pod, other))).as("it may be either").isEmpty();
    }

    @Test
    void a_term_that_an_operator_renews_is_held_by_no_process_of_the_pod() {
        var row = row("a-1", INFO, START, "operator-1");

        assertThat(EAST.podOf(row, PODS)).isEmpty();
    }

    private static Lease row(String holder, HolderInfo info) {
        return row(holder, info, START);
    }

    private static Lease row(String holder, HolderInfo info, @Nullable Instant acquiredAt) {
        return row(holder, info, acquiredAt, holder);
    }

    private static Lease row(String holder, HolderInfo info, @Nullable Instant acquiredAt, String renewer) {
        return new Lease(
                NAME, holder, 7, acquiredAt, START, START.plusSeconds(30), renewer, info, Duration.ofSeconds(30));
    }
}
