package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.KEYS;
import static io.anixops.lease.operator.Samples.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    private static final Pod BARE = pod("a", Map.of(), Map.of());

    @ParameterizedTest
    @CsvSource({"1, 1", "4294967297, 4294967297", "2305843009213693951, 2305843009213693951"}) // 1, 2^32 + 1, 2^61 - 1
    void a_token_with_a_nonce_is_believed(String text, long token) {
        assertThat(KEYS.tokenOn(withToken(text))).isEqualTo(token);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "true",
                "0",
                "-1",
                "+7",
                "07",
                "7.0",
                "7e3",
                "0x7",
                "seven",
                "٧",
                "2305843009213693952",
                "9223372036854775808",
                "99999999999999999999999999"
            })
    void a_token_that_is_no_number_or_that_no_database_gives_out_is_not_believed(String text) {
        assertThat(KEYS.tokenOn(withToken(text))).isZero();
    }

    @Test
    void a_higher_token_is_believed_as_far_as_the_database_is_known_to_have_given_one_out() {
        assertThat(KEYS.tokenOn(withToken("2305843009213693952"), 2305843009213693952L))
                .isEqualTo(2305843009213693952L);
        assertThat(KEYS.tokenOn(withToken("2305843009213693953"), 2305843009213693952L))
                .isZero();
    }

    @Test
    void a_token_without_a_nonce_is_not_believed() {
        assertThat(KEYS.tokenOn(pod("a", Map.of(KEYS.token(), "7"), Map.of()))).isZero();
    }

    @Test
    void a_token_with_the_nonce_of_another_lease_is_not_believed() {
        var pod = pod("a", Map.of(KEYS.token(), "7"), Map.of(new Keys("other").nonce(), "n"));

        assertThat(KEYS.tokenOn(pod)).isZero();
    }

    @Test
    void a_pod_without_metadata_maps_bears_nothing() {
        var pod = new PodBuilder().withNewMetadata().withName("a").endMetadata().build();

        assertThat(KEYS.areOn(pod)).isFalse();
        assertThat(KEYS.tokenOn(pod)).isZero();
        assertThat(Keys.leasesOn(pod)).isEmpty();
    }

    @Test
    void a_leader_key_marks_a_leader_whatever_its_value() {
        assertThat(KEYS.marksLeader(pod("a", Map.of(KEYS.leader(), "false"), Map.of())))
                .isTrue();
        assertThat(KEYS.marksLeader(BARE)).isFalse();
    }

    @Test
    void each_of_the_three_keys_alone_counts_as_keys_of_the_lease() {
        assertThat(KEYS.areOn(pod("a", Map.of(KEYS.leader(), ""), Map.of()))).isTrue();
        assertThat(KEYS.areOn(pod("a", Map.of(KEYS.token(), ""), Map.of()))).isTrue();
        assertThat(KEYS.areOn(pod("a", Map.of(), Map.of(KEYS.nonce(), "")))).isTrue();
        assertThat(KEYS.areOn(pod("a", Map.of(new Keys("jobs2").leader(), "true"), Map.of())))
                .isFalse();
    }

    @Test
    void the_leases_on_a_pod_are_named_once_each() {
        var pod = pod(
                "a",
                Map.of(
                        "app", "control",
                        "leader.lease.anixops.io/jobs", "true",
                        "token.lease.anixops.io/jobs", "7",
                        "token.lease.anixops.io/other", "8"),
                Map.of());

        assertThat(Keys.leasesOn(pod)).containsExactlyInAnyOrder("jobs", "other");
    }

    private static Pod withToken(String text) {
        return Samples.marked("a", text, false);
    }
}
