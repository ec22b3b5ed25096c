package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.LeaseName;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LeaseRowTest {
    private static final LabelSelector SELECTOR =
            new LabelSelectorBuilder().addToMatchLabels("app", "control").build();

    record Refusal(
            DatabaseLease resource,
            Reason why,
            String message,
            @Nullable LeaseName former) {
        Refusal(DatabaseLease resource, Reason why, String message) {
            this(resource, why, message, null);
        }

        @Override
        public String toString() {
            return message;
        }
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                invalid(resource("jobs", null), "spec is missing"),
                new Refusal(
                        resource("jobs", spec(null, "Shared", 30L, null, SELECTOR)),
                        Reason.NOT_PERMITTED,
                        "spec.scope Shared: namespace control is not permitted to have lease jobs; the operator's administrator permits it by --shared-leases",
                        LeaseName.of("jobs")),
                invalid(
                        resource("jobs", spec(null, "Cluster\u0007", 30L, null, SELECTOR)),
                        "spec.scope 'Cluster\\u0007' is neither Namespace nor Shared"),
                invalid(
                        resource("jobs", spec(null, null, 30L, "Nobody", SELECTOR)),
                        "spec.electedBy 'Nobody' is neither Operator nor Pods"),
                invalid(
                        resource("jobs", spec(null, null, 30L, null, null)),
                        "spec.selector is empty, and must name the pods that may lead"),
                invalid(
                        resource("jobs", spec(null, null, 30L, null, new LabelSelector())),
                        "spec.selector is empty, and must name the pods that may lead"),
                invalid(
                        resource("j".repeat(64), spec(null, null, 30L, null, SELECTOR)),
                        "metadata.name has 64 characters, and must have at most 63 to be part of a label's key"),
                invalid(
                        resource("jobs", spec("other/jobs", null, 30L, null, SELECTOR)),
                        "lease name 'other/jobs' must not hold a /"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void what_stands_for_no_row_is_refused_with_a_sentence(Refusal refusal) {
        assertThat(LeaseRow.of(refusal.resource(), SharedLeases.NONE))
                .isEqualTo(new LeaseRow.Refused(refusal.why(), refusal.message(), refusal.former()));
    }

    @Test
    void the_row_is_named_by_namespace_and_resource_where_no_name_is_given() {
        assertThat(LeaseRow.of(resource("jobs", spec(null, null, null, null, SELECTOR)), SharedLeases.NONE))
                .isEqualTo(new LeaseRow.Named(
                        LeaseName.of("control/jobs"), Duration.ofSeconds(30), LeaseRow.ElectedBy.OPERATOR));
    }

    @Test
    void the_row_is_named_by_namespace_and_lease_name_where_one_is_given() {
        assertThat(LeaseRow.of(
                        resource("jobs", spec("Nightly.Jobs:1", "Namespace", 5L, "Operator", SELECTOR)),
                        SharedLeases.NONE))
                .isEqualTo(new LeaseRow.Named(
                        LeaseName.of("control/Nightly.Jobs:1"), Duration.ofSeconds(5), LeaseRow.ElectedBy.OPERATOR));
    }

    @Test
    void a_shared_row_is_named_by_the_lease_name_alone_where_it_is_permitted() {
        var shared = SharedLeases.of("team-*=x,control=jobs*");

        assertThat(LeaseRow.of(resource("jobs", spec("jobs.eu", "Shared", 30L, null, SELECTOR)), shared))
                .isEqualTo(new LeaseRow.Named(
                        LeaseName.of("jobs.eu"), Duration.ofSeconds(30), LeaseRow.ElectedBy.OPERATOR));
    }

    @Test
    void a_resource_name_of_63_characters_is_taken() {
        assertThat(LeaseRow.of(resource("j".repeat(63), spec(null, null, 30L, null, SELECTOR)), SharedLeases.NONE))
                .isInstanceOf(LeaseRow.Named.class);
    }

    @Test
    void a_row_name_of_100_characters_is_taken_and_one_more_is_refused_with_the_length() {
        var longest = "j".repeat(92); // and "control/"

        assertThat(LeaseRow.of(resource("jobs", spec(longest, null, 30L, null, SELECTOR)), SharedLeases.NONE))
                .isInstanceOf(LeaseRow.Named.class);
        assertThat(refused(spec(longest + "j", null, 30L, null, SELECTOR)).message())
                .contains("101")
                .contains("100");
    }

    @Test
    void a_ttl_out_of_range_is_refused_with_its_value() {
        assertThat(refused(spec(null, null, 4L, null, SELECTOR)).why()).isEqualTo(Reason.INVALID_SPEC);
        assertThat(refused(spec(null, null, -5L, null, SELECTOR)).message())
                .contains("is -5, and must lie between 5 and 86400");
        assertThat(refused(spec(null, null, 86_401L, null, SELECTOR)).message()).contains("is 86401, and");
        assertThat(refused(spec(null, null, Long.MAX_VALUE, null, SELECTOR)).why())
                .isEqualTo(Reason.INVALID_SPEC);
    }

    private static LeaseRow.Refused refused(DatabaseLeaseSpec spec) {
        return LeaseRow.of(resource("jobs", spec), SharedLeases.NONE)
                .match(named -> new LeaseRow.Refused(Reason.REACHABLE, named.toString()), refused -> refused);
    }

    private static Refusal invalid(DatabaseLease resource, String message) {
        return new Refusal(resource, Reason.INVALID_SPEC, message);
    }

    private static DatabaseLease resource(String name, @Nullable DatabaseLeaseSpec spec) {
        var lease = MockApi.lease(name, 30);
        lease.setSpec(spec);
        return lease;
    }

    private static DatabaseLeaseSpec spec(
            @Nullable String name,
            @Nullable String scope,
            @Nullable Long ttl,
            @Nullable String electedBy,
            @Nullable LabelSelector selector) {
        return new DatabaseLeaseSpec(name, scope, ttl, electedBy, selector, null);
    }
}
