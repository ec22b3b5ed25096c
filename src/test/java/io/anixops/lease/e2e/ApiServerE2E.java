package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The API server on its own: outages, late writes, the audit log. */
class ApiServerE2E {
    private static ControlPlane plane;

    @BeforeAll
    static void start() {
        plane = ControlPlane.builder().apiServerOnly().audited().start();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @Test
    void it_comes_back_on_its_port_with_what_it_knew() {
        plane.client().resource(FakePods.pod("default", "kept", "web", true)).create();

        plane.apiServer().stop();
        assertThat(plane.kubectl("get", "--raw", "/readyz").exitCode()).isNotZero();

        plane.apiServer().startAgain();
        assertThat(plane.client().pods().withName("kept").get()).isNotNull();
    }

    @Test
    void while_it_is_paused_requests_wait_and_afterwards_they_are_answered() throws Exception {
        plane.apiServer().pause();
        CompletableFuture<Kubectl.Result> asked;
        try {
            asked = CompletableFuture.supplyAsync(() -> plane.kubectl("get", "--raw", "/readyz"));
            assertThat(asked).isNotDone();
        } finally {
            plane.apiServer().resume();
        }
        assertThat(asked.get(90, TimeUnit.SECONDS).orFail()).isEqualTo("ok");
    }

    @Test
    void a_write_that_was_held_back_arrives_after_its_caller_gave_up() throws Exception {
        plane.client().resource(FakePods.pod("default", "late", "web", true)).create();
        try (var proxy = ApiProxy.before(plane.apiServer(), adminToken())) {
            var kubectl = new Kubectl(proxy.kubeconfigIn(Folders.temporary("late")), Folders.temporary("late"));
            kubectl.run("get", "pods").orFail();
            Held held = proxy.holdNext(request ->
                    request.method().equals("PATCH") && request.body().contains("leads"));

            var label = kubectl.start("label", "pod", "late", "leads=true");
            assertThat(held.awaitHeld().path()).endsWith("/pods/late");
            label.kill9();
            assertThat(labelOf("late")).isNull();

            held.release();
            assertThat(held.awaitAnswer()).isEqualTo(200);
            assertThat(labelOf("late")).isEqualTo("true");
        }
    }

    @Test
    void a_write_that_was_dropped_never_arrives() throws Exception {
        plane.client().resource(FakePods.pod("default", "lost", "web", true)).create();
        try (var proxy = ApiProxy.before(plane.apiServer(), adminToken())) {
            var kubectl = new Kubectl(proxy.kubeconfigIn(Folders.temporary("lost")), Folders.temporary("lost"));
            Held held = proxy.holdNext(request -> request.method().equals("PATCH"));

            var label = kubectl.start("label", "pod", "lost", "leads=true");
            held.awaitHeld();
            held.drop();

            assertThat(label.awaitEnd(Eventually.LONG)).isNotZero();
            assertThat(labelOf("lost")).isNull();
        }
    }

    @Test
    void a_watch_goes_through_the_proxy_event_by_event() throws Exception {
        try (var proxy = ApiProxy.before(plane.apiServer(), adminToken())) {
            var kubectl = new Kubectl(proxy.kubeconfigIn(Folders.temporary("watch")), Folders.temporary("watch"));
            try (var watch = kubectl.start("get", "pods", "-w", "-o", "name")) {
                plane.client()
                        .resource(FakePods.pod("default", "watched", "web", true))
                        .create();
                Eventually.until(
                        "the watch shows it",
                        () -> Files.readString(watch.log()).contains("pod/watched"));
            }
        }
    }

    @Test
    void the_audit_log_tells_who_asked_for_what() {
        plane.kubectl("get", "configmaps", "-n", "kube-system").orFail();

        Eventually.until(
                "the request is in the log",
                () -> Files.readString(plane.auditLog()).contains("/api/v1/namespaces/kube-system/configmaps"));
    }

    private static String adminToken() {
        plane.kubectl().apply("{apiVersion: v1, kind: ServiceAccount, metadata: {name: proxy, namespace: default}}");
        plane.kubectl(
                "create",
                "clusterrolebinding",
                "proxy",
                "--clusterrole=cluster-admin",
                "--serviceaccount=default:proxy");
        return plane.tokenFor("default", "proxy");
    }

    private static String labelOf(String pod) {
        return plane.client()
                .pods()
                .withName(pod)
                .get()
                .getMetadata()
                .getLabels()
                .get("leads");
    }
}
