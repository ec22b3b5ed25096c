package io.anixops.lease.operator;

import static io.anixops.lease.operator.OperatorRig.eventually;
import static io.anixops.lease.operator.OperatorRig.forAWhile;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.LeaseStore;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.api.DatabaseLeaseSpec;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two resources of a namespace that name one row. */
class LeaseOperatorConflictTest {
    private final OperatorRig rig = new OperatorRig();

    private final CountDownLatch mayRelease = new CountDownLatch(1);

    @BeforeEach
    void start() {
        rig.api.readyPod("control-a");
    }

    @AfterEach
    void stop() {
        mayRelease.countDown();
        rig.close();
    }

    @Test
    void the_older_one_has_the_row_and_the_other_says_so() {
        rig.start();
        apply("jobs", "2026-01-01T00:00:00Z");
        apply("also", "2026-01-01T00:00:01Z");

        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> assertThat(reason("also")).isEqualTo("Conflict"));
        assertThat(rig.api.labelled("also")).isEmpty();
        assertThat(rig.condition("also", "Ready").getMessage()).contains("jobs");
        assertThat(rig.status("also").holder()).isNull();
    }

    @Test
    void the_other_one_takes_over_when_the_older_one_is_deleted() {
        rig.start();
        apply("jobs", "2026-01-01T00:00:00Z");
        eventually(() -> rig.labelledAre("control-a"));
        apply("also", "2026-01-01T00:00:01Z");
        eventually(() -> assertThat(reason("also")).isEqualTo("Conflict"));

        delete("jobs");

        eventually(() -> assertThat(rig.api.labelled("also")).containsExactly("control-a"));
        rig.labelledAre();
        assertThat(rig.row().isFree()).isFalse();
    }

    @Test
    void nothing_happens_to_the_older_one_when_the_other_is_deleted() {
        rig.start();
        apply("jobs", "2026-01-01T00:00:00Z");
        apply("also", "2026-01-01T00:00:01Z");
        eventually(() -> rig.labelledAre("control-a"));
        eventually(() -> assertThat(reason("also")).isEqualTo("Conflict"));
        var token = rig.row().token();

        delete("also");

        forAWhile(Duration.ofSeconds(1), () -> rig.labelledAre("control-a"));
        assertThat(rig.row().token()).isEqualTo(token);
        assertThat(rig.row().isFree()).isFalse();
    }

    @Test
    void one_that_has_led_stands_back_when_an_older_one_of_the_same_second_appears() {
        rig.start();
        apply("jobs", "2026-01-01T00:00:00Z");
        eventually(() -> rig.labelledAre("control-a"));

        apply("also", "2026-01-01T00:00:00Z");

        eventually(() -> assertThat(rig.api.labelled("also")).containsExactly("control-a"));
        eventually(() -> assertThat(reason("jobs")).isEqualTo("Conflict"));
        rig.labelledAre();
        assertThat(rig.row().isFree()).isFalse();
    }

    @Test
    void the_other_one_does_not_adopt_the_term_that_the_deleted_one_is_about_to_release() {
        rig.start(withReleasesHeldUp(), Set.of());
        apply("jobs", "2026-01-01T00:00:00Z");
        eventually(() -> rig.labelledAre("control-a"));
        apply("also", "2026-01-01T00:00:01Z");
        eventually(() -> assertThat(reason("also")).isEqualTo("Conflict"));
        var token = rig.row().token();

        delete("jobs");
        eventually(() -> rig.labelledAre());
        forAWhile(
                Duration.ofSeconds(1),
                () -> assertThat(rig.api.labelled("also")).isEmpty());
        mayRelease.countDown();

        eventually(() -> assertThat(rig.api.labelled("also")).containsExactly("control-a"));
        assertThat(rig.row().isFree()).isFalse();
        assertThat(rig.row().token()).isGreaterThan(token);
    }

    private LeaseStore withReleasesHeldUp() {
        return (LeaseStore) Proxy.newProxyInstance(
                LeaseStore.class.getClassLoader(), new Class<?>[] {LeaseStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("release")) {
                        mayRelease.await();
                    }
                    return method.invoke(rig.store, arguments);
                });
    }

    private void apply(String name, String created) {
        var lease = MockApi.lease(name, 30);
        var spec = lease.getSpec();
        lease.setSpec(new DatabaseLeaseSpec("jobs", null, 30L, null, spec.selector(), null));
        rig.api.traffic().makeAt(created);
        rig.api.client().resource(lease).create();
    }

    private void delete(String name) {
        rig.api
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(MockApi.NAMESPACE)
                .withName(name)
                .delete();
    }

    private String reason(String name) {
        return rig.condition(name, "Ready").getReason();
    }
}
