package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What helm says where the cluster lacks something, and that a second try, once it is there, is all that is needed. */
class ChartBadInputE2E {
    private static final String NAME = "wanting";
    private static final String[] DATABASE = {"database.host=db", "database.name=app", "database.user=lease_operator"};

    private static ControlPlane plane;
    private static Helm helm;

    /** No controller runs here, so what they make in each namespace is made by hand. */
    @BeforeAll
    static void aNamespace() {
        plane = ControlPlane.builder().apiServerOnly().start();
        helm = Helm.on(plane);
        plane.kubectl("create", "namespace", NAME).orFail();
        plane.kubectl("create", "configmap", "kube-root-ca.crt", "-n", NAME).orFail();
    }

    @AfterAll
    static void stop() {
        plane.close();
    }

    @AfterEach
    void nothingIsLeftForTheNextTest() {
        helm.run("uninstall", NAME, "-n", NAME, "--no-hooks", "--ignore-not-found")
                .orFail();
        plane.kubectl("delete", "secret", "--all", "-n", NAME).orFail();
        plane.kubectl("delete", "crd", "databaseleases.lease.anixops.io", "--ignore-not-found")
                .orFail();
    }

    @Test
    void a_secret_that_is_missing_is_named_and_its_key_too_and_then_it_installs() {
        var values = new String[] {"database.existingSecret=lease-database", "database.passwordKey=pw"};

        assertThat(install(values).stderr())
                .contains("database.existingSecret is lease-database, and there is no Secret of that name in namespace"
                        + " wanting: create it first, or set checks=false where it comes later");
        secret("lease-database", "password");
        assertThat(install(values).stderr())
                .contains(
                        "database.existingSecret is lease-database, and that Secret in namespace wanting has no key pw");
        nothingIsThere();
        secret("lease-database", "pw");

        install(values).orFail();
    }

    @Test
    void the_secret_of_the_schema_job_and_certificates_are_looked_for_too() {
        assertThat(install("schemaJob.enabled=true", "schemaJob.user=admin", "schemaJob.existingSecret=administrator")
                        .stderr())
                .contains("schemaJob.existingSecret is administrator, and there is no Secret");
        assertThat(install("database.sslmode=verify-full", "database.tls.caConfigMap=bundle")
                        .stderr())
                .contains("database.tls.caConfigMap is bundle, and there is no ConfigMap");
        assertThat(install("database.tls.clientSecret=client").stderr())
                .contains("database.tls.clientSecret is client, and there is no Secret");
        nothingIsThere();

        install("database.tls.clientSecret=client", "checks=false").orFail();
    }

    @Test
    void without_its_custom_resource_it_is_not_installed() {
        assertThat(install("crds.install=false").stderr())
                .contains("crds.install is false, and the cluster has no databaseleases.lease.anixops.io: let an"
                        + " administrator apply the project's crds first");
        nothingIsThere();

        Crds.install(plane);
        install("crds.install=false").orFail();
    }

    @Test
    void a_typing_error_leaves_nothing_behind() {
        assertThat(install("databse.host=db").stderr()).contains("additional properties 'databse' not allowed");
        nothingIsThere();

        install().orFail();
    }

    /** Nothing becomes ready here, so that the first try fails with everything made. */
    @Test
    void a_try_that_failed_half_way_is_mended_by_the_next_one() {
        var failed = install("replicaCount=3", "--wait", "--timeout=3s");
        assertThat(failed.exitCode()).isNotZero();

        run("upgrade", NAME, Helm.CHART, "--install").orFail();

        assertThat(helm.run("status", NAME, "-n", NAME).orFail()).contains("STATUS: deployed");
        assertThat(plane.kubectl("get", "deployment", "-n", NAME, "-o", "jsonpath={.items[*].spec.replicas}")
                        .orFail())
                .isEqualTo("2");
    }

    /** Values as for {@code --set}, and flags. */
    private Kubectl.Result install(String... more) {
        var flags = Stream.of(more).filter(one -> one.startsWith("--"));
        var values = Stream.of(more).filter(one -> !one.startsWith("--")).flatMap(one -> Stream.of("--set", one));
        return run(Stream.concat(Stream.of("install", NAME, Helm.CHART), Stream.concat(flags, values))
                .toArray(String[]::new));
    }

    private Kubectl.Result run(String... command) {
        return helm.run(Helm.with(
                DATABASE,
                Stream.concat(Stream.of(command), Stream.of("-n", NAME)).toArray(String[]::new)));
    }

    private void secret(String name, String key) {
        plane.kubectl("delete", "secret", name, "-n", NAME, "--ignore-not-found")
                .orFail();
        plane.kubectl("create", "secret", "generic", name, "-n", NAME, "--from-literal=" + key + "=x")
                .orFail();
    }

    private void nothingIsThere() {
        assertThat(helm.run("list", "-A", "-a", "-q").orFail()).isEmpty();
        assertThat(plane.kubectl("get", "deployments,clusterroles", "-A", "-l", "app.kubernetes.io/instance=" + NAME)
                        .stdout())
                .isEmpty();
    }
}
