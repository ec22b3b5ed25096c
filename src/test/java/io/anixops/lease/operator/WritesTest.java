package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.PodAccess.Written;
import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WritesTest {
    private static final Keys KEYS = new Keys("jobs");

    private final MockApi api = new MockApi();
    private final LivePods pods = new LivePods(api.client(), () -> {});

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void a_write_to_a_pod_is_one_request_and_answers_with_the_pod_as_it_is() {
        var read = api.readyPod("control-a");
        api.requests();

        var written = pods.write(read, List.of(KeyChange.mark(KEYS, 7, "n")));

        assertThat(api.requests()).containsExactly("PATCH /api/v1/namespaces/control/pods/control-a");
        assertThat(written).isInstanceOfSatisfying(Written.Done.class, done -> {
            assertThat(KEYS.tokenOn(done.pod())).isEqualTo(7);
            assertThat(done.pod().getSpec()).isEqualTo(read.getSpec());
        });
    }

    @Test
    void a_write_to_a_pod_that_changed_or_is_gone_says_so() {
        var read = api.readyPod("control-a");
        api.setReady("control-a", false);

        assertThat(pods.write(read, List.of(KeyChange.mark(KEYS, 7, "n")))).isInstanceOf(Written.Stale.class);

        api.delete("control-a");
        assertThat(pods.write(read, List.of(KeyChange.mark(KEYS, 7, "n")))).isInstanceOf(Written.Gone.class);
    }

    @Test
    void the_pods_of_many_leases_are_looked_for_in_one_request_and_those_of_one_lease_by_its_keys() {
        api.readyPod("control-a");
        var marked = pods.write(api.readyPod("control-b"), List.of(KeyChange.mark(KEYS, 7, "n")));
        assertThat(marked).isInstanceOf(Written.Done.class);
        api.requests();

        var many = Stream.concat(Stream.of(KEYS), IntStream.range(0, 9).mapToObj(i -> new Keys("other-" + i)))
                .toList();
        assertThat(namesOf(pods.bearing("control", many))).containsExactly("control-b");
        assertThat(api.requests()).singleElement().asString().startsWith("GET ").doesNotContain("labelSelector");

        assertThat(namesOf(pods.bearing("control", List.of(KEYS)))).containsExactly("control-b");
        assertThat(api.requests()).hasSize(2).allMatch(request -> request.contains("labelSelector"));
    }

    private static List<String> namesOf(Collection<Pod> found) {
        return found.stream().map(pod -> pod.getMetadata().getName()).toList();
    }

    @Test
    void a_write_of_a_status_is_one_request() {
        var lease = api.apply("jobs");
        api.requests();

        assertThat(new StatusWriter(api.client(), new RequestPace(500, System::nanoTime))
                        .write(lease, DatabaseLeaseStatus.empty()))
                .isTrue();

        assertThat(api.requests()).singleElement().asString().startsWith("PATCH ");
        assertThat(api.lease("jobs").getStatus()).isNotNull();
    }
}
