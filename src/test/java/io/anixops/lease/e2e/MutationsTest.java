package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker turns red for each slip that would break the promise, by the history that the slip would leave. */
class MutationsTest {
    private static final Duration TTL = Duration.ofSeconds(30);

    @ParameterizedTest
    @EnumSource
    void the_history_that_a_slip_leaves_is_found(Mutation mutation) {
        assertThat(violations(mutation.history)).anyMatch(one -> one.contains(mutation.found));
    }

    @ParameterizedTest
    @EnumSource
    void the_same_without_the_slip_is_fine(Mutation mutation) {
        assertThat(violations(mutation.sound)).isEmpty();
    }

    @Test
    void a_history_is_the_same_after_it_was_written_and_read() {
        for (var mutation : Mutation.values()) {
            var history = HistoryText.read(mutation.history);

            assertThat(HistoryText.read(HistoryText.write(history))).isEqualTo(history);
        }
    }

    private static List<String> violations(String history) {
        return HistoryText.read(history).violations(TTL, Duration.ZERO);
    }

    /** A slip, what it leaves, and the same as it has to be. */
    enum Mutation {
        DEADLINE_COUNTED_FROM_THE_ANSWER("had to stop by", """
                row jobs holder=a token=1 renewer=a written=0.1 expires=30.1
                9 a confirmed jobs token=1 since=0
                9 a starts jobs token=1
                29 a stops jobs token=1
                """, "29 a stops", "24.9 a stops"),
        PROCESS_CLOCK_AT_HALF_ITS_SPEED("two work for jobs at once", """
                0.2 a confirmed jobs token=1 since=0
                0.2 a starts jobs token=1
                31 b confirmed jobs token=2 since=30.9
                31 b starts jobs token=2
                40 a stops jobs token=1
                """, "40 a stops", "20 a stops"),
        TAKEN_WHEN_THE_EXPIRY_IS_REACHED("two holders of jobs overlap", """
                row jobs holder=a token=1 renewer=a written=0 expires=30
                row jobs holder=b token=2 renewer=b written=30 expires=60
                """, "written=30 ", "written=30.000001 "),
        EXPIRY_JUDGED_BY_THE_START_OF_THE_TRANSACTION("refused, though it was free", """
                row jobs holder=a token=1 renewer=a written=0 expires=30
                32 b refused jobs since=31
                """, "since=31", "since=29"),
        RELEASE_WITHOUT_TOKEN("released while its holder worked", """
                row jobs holder=b token=2 renewer=b written=40 expires=70
                40.1 b confirmed jobs token=2 since=39.9
                40.1 b starts jobs token=2
                row jobs holder=b token=2 renewer=b written=41 expires=41
                45 b stops jobs token=2
                """, "45 b stops", "40.9 b stops"),
        HAND_OVER_WITHOUT_RENEWER("two holders of jobs overlap", """
                row jobs holder=pod-a token=1 renewer=new-operator written=0 expires=30
                row jobs holder=pod-b token=2 renewer=old-operator written=10 expires=40
                """, "old-operator", "new-operator"),
        LOOKED_BEFORE_THE_OWN_MARK(
                "two leaders of main at once",
                """
                pod ns/a token/main=1 nonce/main=n1
                pod ns/b token/main=2 nonce/main=n2
                pod ns/b token/main=2 nonce/main=n2 leader/main=true
                pod ns/a token/main=1 nonce/main=n1 leader/main=true
                """,
                "pod ns/a token/main=1 nonce/main=n1 leader/main=true",
                "pod ns/a token/main=2 nonce/main=n3"),
        MARKED_WITHOUT_NONCE(
                "came back on ns/a (uid a, version 0), on a mark from which it was taken off",
                """
                pod ns/a token/main=1 nonce/main=n1 leader/main=true
                pod ns/a token/main=1 nonce/main=n1
                pod ns/a token/main=1 nonce/main=n1 leader/main=true
                """,
                "nonce/main=n1\npod ns/a token/main=1 nonce/main=n1 leader",
                "nonce/main=n2\npod ns/a token/main=1 nonce/main=n2 leader"),
        MARK_NOT_SELECTABLE(
                "two leaders of main at once",
                """
                pod ns/a token/main=1 nonce/main=n1
                pod ns/b token/main=2 nonce/main=n2 leader/main=true
                pod ns/a token/main=1 nonce/main=n1 leader/main=true
                """,
                "leader/main=true\npod ns/a token/main=1 nonce/main=n1 leader/main=true",
                "leader/main=true\npod ns/a token/main=2 nonce/main=n3"),
        CACHE_IN_THE_PLACE_OF_A_LIVE_READ(
                "two leaders of main at once",
                """
                pod ns/a token/main=1 nonce/main=n1 leader/main=true
                pod ns/b token/main=2 nonce/main=n2
                pod ns/b token/main=2 nonce/main=n2 leader/main=true
                """,
                "pod ns/b token/main=2 nonce/main=n2\n",
                "pod ns/b token/main=2 nonce/main=n2\npod ns/a token/main=2 nonce/main=n3\n"),
        LOWER_TOKEN_WRITTEN_OVER_A_HIGHER_ONE("the token of main fell", """
                pod ns/a token/main=2 nonce/main=n2
                pod ns/a token/main=1 nonce/main=n3
                """, "token/main=1", "token/main=3"),
        IDENTITY_IS_THE_NAME_OF_THE_POD(
                "has led on the pod of uid u1", """
                row ns/main holder=web-0 token=1 renewer=op written=0 expires=30
                pod ns/web-0 uid=u1 token/main=1 nonce/main=n1 leader/main=true
                pod ns/web-0 uid=u1 gone=true
                pod ns/web-0 uid=u2 token/main=1 nonce/main=n2 leader/main=true
                """, "uid=u2 token/main=1", "uid=u2 token/main=2"),
        LATE_REQUEST_NOT_FENCED(
                "two leaders of main at once", """
                pod ns/a token/main=1 nonce/main=n1
                pod ns/b token/main=2 nonce/main=n2
                pod ns/a token/main=2 nonce/main=n3
                pod ns/b token/main=2 nonce/main=n2 leader/main=true
                pod ns/a token/main=1 nonce/main=n1 leader/main=true
                """, "pod ns/a token/main=1 nonce/main=n1 leader/main=true\n", ""),
        TOKENS_WITHOUT_THE_FLOOR_OF_THE_TIMELINE(
                "did not rise above 2", """
                row jobs holder=a token=2 renewer=a written=0 expires=30
                row jobs holder=b token=2 renewer=b written=40 expires=70
                """, "holder=b token=2", "holder=b token=8589934593"),
        TOKEN_GIVEN_TO_TWO_BY_A_FAIL_OVER(
                "a has had this token", """
                1 a writes jobs token=2
                2 b writes jobs token=2
                """, "2 b writes jobs token=2", "2 b writes jobs token=3"),
        FORMER_LEADER_NOT_REFUSED("a step of a former term", """
                1 a writes jobs token=1
                32 b writes jobs token=2
                33 a writes jobs token=1
                """, "33 a writes jobs token=1\n", "");

        private final String found;
        private final String history;
        private final String sound;

        Mutation(String found, String history, String slip, String right) {
            if (!history.contains(slip)) {
                throw new IllegalArgumentException("%s: no %s in its history".formatted(name(), slip));
            }
            this.found = found;
            this.history = history;
            sound = history.replace(slip, right);
        }
    }
}
