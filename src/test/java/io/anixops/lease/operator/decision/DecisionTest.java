package io.anixops.lease.operator.decision;

import static io.anixops.lease.operator.decision.Cast.endedRow;
import static io.anixops.lease.operator.decision.Cast.leaving;
import static io.anixops.lease.operator.decision.Cast.ready;
import static io.anixops.lease.operator.decision.Cast.runningRow;
import static io.anixops.lease.operator.decision.Cast.termOf;
import static io.anixops.lease.operator.decision.Cast.unready;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Lease;
import io.anixops.lease.Term;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is asked of the database next, as a table: every kind of observation, and the whole step that follows. */
class DecisionTest {
    private static final Candidate A = ready("a");
    private static final Candidate B = ready("b");
    private static final Term TERM_OF_A = termOf(A);

    record Row(String when, Observation seen, Step then) {
        @Override
        public String toString() {
            return when;
        }
    }

    static Stream<Row> rows() {
        return Stream.of(whileHeld(), whileNotHeld(), whenAskedToStepDown()).flatMap(rows -> rows);
    }

    private static Stream<Row> whenAskedToStepDown() {
        return Stream.of(
                new Row(
                        "a leader that is asked to step down hands over",
                        askedToStepDown(TERM_OF_A, true, A, B),
                        new Step.HandOver(TERM_OF_A, B)),
                new Row(
                        "a leader that is asked to step down goes on where no other is ready",
                        askedToStepDown(TERM_OF_A, true, A, unready("b")),
                        new Step.Keep(TERM_OF_A, A)),
                new Row(
                        "a running term of ours whose holder is asked to step down is moved",
                        askedToStepDown(null, true, A, B),
                        new Step.HandOver(TERM_OF_A, B)),
                new Row(
                        "a running term of somebody else is not moved, whoever asks",
                        askedToStepDown(null, false, A, B),
                        new Step.Acquire(A)));
    }

    private static Stream<Row> whileHeld() {
        return Stream.of(
                new Row("a ready leader keeps it", held(A, B), new Step.Keep(TERM_OF_A, A)),
                new Row("a ready leader keeps it whatever the grace", graceOver(A, B), new Step.Keep(TERM_OF_A, A)),
                new Row(
                        "a leader that is not ready hands over",
                        held(unready("a"), B),
                        new Step.HandOver(TERM_OF_A, B)),
                new Row("a leader that is leaving hands over", held(leaving("a"), B), new Step.HandOver(TERM_OF_A, B)),
                new Row("a leader that is gone hands over", held(B), new Step.HandOver(TERM_OF_A, B)),
                new Row(
                        "a leader that is not ready keeps it while nobody else is",
                        held(unready("a"), unready("b")),
                        new Step.Keep(TERM_OF_A, unready("a"))),
                new Row(
                        "a leader that is not ready gives it up when its grace is over",
                        graceOver(unready("a"), unready("b")),
                        new Step.Release(TERM_OF_A, Reason.NO_CANDIDATE)),
                new Row(
                        "a leader that is leaving gives it up at once",
                        held(leaving("a"), unready("b")),
                        new Step.Release(TERM_OF_A, Reason.NO_CANDIDATE)),
                new Row(
                        "a leader that is gone gives it up at once",
                        held(unready("b")),
                        new Step.Release(TERM_OF_A, Reason.NO_CANDIDATE)),
                new Row(
                        "a suspended lease is released, ready leader or not",
                        new Observation(true, List.of(A, B), TERM_OF_A, runningRow(A), true, false, false),
                        new Step.Release(TERM_OF_A, Reason.SUSPENDED)));
    }

    private static Stream<Row> whileNotHeld() {
        return Stream.of(
                new Row("without a row the first choice takes it", free(null, A, B), new Step.Acquire(A)),
                new Row("a free lease goes to its last holder", free(endedRow(B), A, B), new Step.Acquire(B)),
                new Row(
                        "a free lease of a holder that is not ready goes to another",
                        free(endedRow(B), A, unready("b")),
                        new Step.Acquire(A)),
                new Row("a running term of ours goes on", ours(runningRow(B), A, B), new Step.Acquire(B)),
                new Row(
                        "a running term of ours whose pod is gone is moved, not waited for",
                        ours(runningRow(B), A),
                        new Step.HandOver(termOf(B), A)),
                new Row(
                        "a running term of ours whose pod is not ready is moved",
                        ours(runningRow(B), A, unready("b")),
                        new Step.HandOver(termOf(B), A)),
                new Row(
                        "a running term of ours whose pod is gone is given up where nobody can have it",
                        ours(runningRow(B), unready("a")),
                        new Step.Release(termOf(B), Reason.NO_CANDIDATE)),
                new Row(
                        "a running term of ours whose pod is leaving is given up where nobody can have it",
                        ours(runningRow(B), leaving("b")),
                        new Step.Release(termOf(B), Reason.NO_CANDIDATE)),
                new Row(
                        "an ended term of ours needs no giving up",
                        ours(endedRow(B), leaving("b")),
                        new Step.Rest(Reason.NO_CANDIDATE)),
                new Row(
                        "an ended term of ours is not handed over but taken",
                        ours(endedRow(B), A),
                        new Step.Acquire(A)),
                new Row(
                        "a running term of somebody else is asked for, never handed over",
                        free(runningRow(B), A),
                        new Step.Acquire(A)),
                new Row(
                        "a leader that is merely not ready keeps its running term",
                        free(runningRow(B), unready("a"), unready("b")),
                        new Step.Acquire(unready("b"))),
                new Row(
                        "a pod that is not ready does not begin a term",
                        free(endedRow(B), unready("a"), unready("b")),
                        new Step.Rest(Reason.NO_CANDIDATE)),
                new Row(
                        "a leader that is leaving is not kept",
                        free(runningRow(B), leaving("b")),
                        new Step.Rest(Reason.NO_CANDIDATE)),
                new Row("without a row and a ready pod nothing is asked", free(null, unready("a")), rest()),
                new Row("without a pod nothing is asked", free(null), rest()),
                new Row(
                        "a suspended lease that nobody holds is left at that",
                        new Observation(true, List.of(A), null, null, false, false, false),
                        new Step.Rest(Reason.SUSPENDED)),
                new Row(
                        "a suspended lease whose running term is ours is released",
                        new Observation(true, List.of(A), null, runningRow(B), true, false, false),
                        new Step.Release(termOf(B), Reason.SUSPENDED)),
                new Row(
                        "a suspended lease whose term was ours and is over is left at that",
                        new Observation(true, List.of(A), null, endedRow(B), true, false, false),
                        new Step.Rest(Reason.SUSPENDED)),
                new Row(
                        "a suspended lease of somebody else is left alone",
                        new Observation(true, List.of(A), null, runningRow(B), false, false, false),
                        new Step.Rest(Reason.SUSPENDED)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void the_next_step(Row row) {
        assertThat(Decision.next(row.seen())).isEqualTo(row.then());
    }

    @Test
    void whatever_is_seen_a_new_leader_is_ready_and_a_term_that_is_not_ours_is_never_ended() {
        for (var seed = 0; seed < 5_000; seed++) {
            var seen = anything(new Random(seed));
            assertThat(isSafe(Decision.next(seen), seen))
                    .as("seed %d: %s", seed, seen)
                    .isTrue();
        }
    }

    private static boolean isSafe(Step step, Observation seen) {
        return step.match(new Step.Cases<>() {
            @Override
            public Boolean acquire(Step.Acquire step) {
                return seen.held() == null
                        && !seen.suspended()
                        && (step.candidate().isReady() || isIncumbent(step.candidate(), seen));
            }

            @Override
            public Boolean handOver(Step.HandOver step) {
                return !seen.suspended() && step.to().isReady() && (seen.held() != null || seen.rowIsOurs());
            }

            @Override
            public Boolean keep(Step.Keep step) {
                return !seen.suspended()
                        && step.term().equals(seen.held())
                        && step.leader().standing() != Standing.LEAVING;
            }

            @Override
            public Boolean release(Step.Release step) {
                return step.term().equals(seen.held()) || seen.rowIsOurs();
            }

            @Override
            public Boolean rest(Step.Rest step) {
                return seen.held() == null;
            }
        });
    }

    private static boolean isIncumbent(Candidate pod, Observation seen) {
        return pod.standing() == Standing.UNREADY && pod.holder().value().equals(seen.incumbent());
    }

    private static Observation anything(Random random) {
        var pods = Cast.anyPods(random);
        var holder = ready("pod-" + random.nextInt(3));
        var row = random.nextInt(3) == 0 ? null : random.nextBoolean() ? runningRow(holder) : endedRow(holder);
        return new Observation(
                random.nextInt(4) == 0,
                pods,
                random.nextBoolean() ? termOf(holder) : null,
                row,
                row != null && random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean());
    }

    private static Step rest() {
        return new Step.Rest(Reason.NO_CANDIDATE);
    }

    private static Observation held(Candidate... pods) {
        return new Observation(false, List.of(pods), TERM_OF_A, runningRow(A), true, false, false);
    }

    private static Observation askedToStepDown(@Nullable Term held, boolean rowIsOurs, Candidate... pods) {
        return new Observation(false, List.of(pods), held, runningRow(A), rowIsOurs, false, true);
    }

    private static Observation graceOver(Candidate... pods) {
        return new Observation(false, List.of(pods), TERM_OF_A, runningRow(A), true, true, false);
    }

    private static Observation free(@Nullable Lease row, Candidate... pods) {
        return new Observation(false, List.of(pods), null, row, false, false, false);
    }

    private static Observation ours(Lease row, Candidate... pods) {
        return new Observation(false, List.of(pods), null, row, true, false, false);
    }
}
