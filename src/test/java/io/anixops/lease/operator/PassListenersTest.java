package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PassListenersTest {
    private final Bystanders bystanders = new Bystanders();
    private final List<String> told = new ArrayList<>();

    @Test
    void a_listener_that_fails_is_counted_and_costs_neither_the_pass_nor_the_others_anything() {
        var listeners = new PassListeners(bystanders, List.of(new Broken(), new Noting(), new Broken()));

        listeners.passed(MockApi.lease("jobs", 30));
        listeners.changed(MockApi.lease("jobs", 30), DatabaseLeaseStatus.empty(), DatabaseLeaseStatus.empty());

        assertThat(told).containsExactly("passed", "changed");
        assertThat(bystanders.failures()).isEqualTo(4);
    }

    @Test
    void a_listener_that_fails_does_not_make_a_write_that_was_carried_out_a_failed_one() {
        var pods = new PodsInMemory();
        pods.put(Samples.marked("a", "7", true));

        var written = new ObservedPods(pods, new BrokenHearer(), bystanders)
                .write(pods.get("a"), List.of(KeyChange.mark(Samples.KEYS, 8, "n")));

        assertThat(written).isInstanceOf(PodAccess.Written.Done.class);
        assertThat(bystanders.failures()).isEqualTo(1);
    }

    private final class Noting implements PassListener {
        @Override
        public void passed(DatabaseLease resource) {
            told.add("passed");
        }

        @Override
        public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
            told.add("changed");
        }
    }

    private static final class Broken implements PassListener {
        @Override
        public void passed(DatabaseLease resource) {
            throw new IllegalStateException("planted");
        }

        @Override
        public void changed(DatabaseLease resource, DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
            throw new IllegalStateException("planted");
        }
    }

    private static final class BrokenHearer implements PodWriteListener {
        @Override
        public void wrote(Pod read, KeyChange change, PodAccess.Written written) {
            throw new IllegalStateException("planted");
        }

        @Override
        public void failed() {
            throw new IllegalStateException("planted");
        }
    }
}
