package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverlookedTest {
    private final List<DatabaseLease> there = new ArrayList<>();
    private final List<DatabaseLease> discovered = new ArrayList<>();
    private final Overlooked overlooked = new Overlooked(there::stream, discovered::add);

    @Test
    void a_resource_without_a_pass_is_discovered_after_a_turn_and_until_a_pass_comes() {
        var lease = lease("one");
        there.add(lease);

        overlooked.tick();
        assertThat(discovered).isEmpty();

        overlooked.tick();
        overlooked.tick();
        assertThat(discovered).containsExactly(lease, lease);

        overlooked.passed(lease);
        overlooked.tick();
        assertThat(discovered).hasSize(2);
    }

    @Test
    void one_made_again_under_its_name_is_another() {
        there.add(lease("one"));
        overlooked.passed(there.get(0));
        there.set(0, lease("two"));

        overlooked.tick();
        overlooked.tick();

        assertThat(discovered).containsExactly(there.get(0));
    }

    @Test
    void one_that_is_to_be_deleted_is_left_alone() {
        var lease = lease("one");
        lease.getMetadata().setDeletionTimestamp("2026-11-30T12:00:00Z");
        there.add(lease);

        overlooked.tick();
        overlooked.tick();

        assertThat(discovered).isEmpty();
    }

    private static DatabaseLease lease(String uid) {
        var lease = MockApi.lease("jobs", 30);
        lease.getMetadata().setUid(uid);
        return lease;
    }
}
