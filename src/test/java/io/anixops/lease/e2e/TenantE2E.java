package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.operator.api.DatabaseLease;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Someone who may edit everything in one namespace, with DatabaseLeases aimed at the lease of another. */
class TenantE2E {
    private static final String SHARED = "shared-of-both";

    private static Stage stage;
    private static Scene victim;
    private static RowNow atFirst;
    private static Leader leader;
    private static String elder;

    private Scene scene;
    private Kubectl tenant;

    @BeforeAll
    static void someoneLeads() {
        stage = Stage.open();
        stage.plane().kubectl().apply(OperatorAccount.shipped("k8s/base/aggregated-roles.yaml"));
        elder = stage.plane().newNamespace("elder");
        victim = stage.scene("victim");
        stage.operator("--shared-leases=victim-*=only-the-victims,*=" + SHARED);
        victim.readyPod("web-1").readyPod("web-2").lease(30);
        leader = victim.awaitLeader();
        atFirst = victim.row();
        stage.plane().kubectl().apply(shared(elder, "theirs", SHARED));
    }

    @AfterAll
    static void close() {
        victim.end();
        stage.plane().kubectl("delete", "namespace", elder, "--wait=false").orFail();
        stage.close();
    }

    @BeforeEach
    void aTenantWithEveryRightOfAnEditor() {
        scene = stage.scene("tenant");
        var namespace = scene.namespace();
        scene.apply(
                "{apiVersion: v1, kind: ServiceAccount, metadata: {name: editor, namespace: %s}}".formatted(namespace));
        scene.kubectl(
                "create", "rolebinding", "editor", "--clusterrole=edit", "--serviceaccount=" + namespace + ":editor");
        tenant = new Kubectl(stage.plane().kubeconfigFor(namespace, "editor"), Folders.temporary("tenant"));
        Eventually.until(
                "the tenant may make leases",
                () -> tenant.run("auth", "can-i", "create", "databaseleases.lease.anixops.io", "-n", namespace)
                                .exitCode()
                        == 0);
    }

    /** Whatever was tried: the same pod leads the same term, and nothing was ended or taken in between. */
    @AfterEach
    void theOthersLeaseIsAsItWas() {
        scene.end();
        assertThat(victim.labelled()).containsExactly(leader.name());
        assertThat(victim.row().holder()).isEqualTo(atFirst.holder());
        assertThat(victim.row().token()).isEqualTo(atFirst.token());
        assertThat(victim.rowVersions()).extracting(RowVersion::holder).containsOnly(atFirst.holder());
        assertThat(victim.status().transitions()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "leaseName: '%s/main'",
                "{leaseName: '%s/main', scope: Shared}",
                "leaseName: '../%s/main'",
                "leaseName: ''",
                "selector: {matchLabels: {}}",
                "{selector: {matchLabels: {app: web}}, namespace: '%s'}",
            })
    void what_reaches_beyond_the_namespace_cannot_be_said(String spec) {
        var more = spec.startsWith("{") ? spec.substring(1, spec.length() - 1) : spec;
        var selector = more.contains("selector") ? "" : ", selector: {matchLabels: {app: web}}";
        var document =
                "{apiVersion: lease.anixops.io/v1, kind: DatabaseLease, metadata: {name: main, namespace: %s}, spec: {%s%s}}"
                        .formatted(scene.namespace(), more.formatted(victim.namespace()), selector);

        var refused = tenant.runWith(document, "create", "--validate=strict", "-f", "-");

        assertThat(refused.exitCode()).as(refused.stdout()).isNotZero();
    }

    @Test
    void a_lease_of_the_same_name_and_selector_is_another_one_with_its_own_pods() {
        scene.readyPod("web-1").readyPod("web-3");
        tenant.apply(Manifests.databaseLease(scene.namespace(), "main", "web", 30));

        var own = scene.awaitLeader();

        assertThat(own.holder()).isNotEqualTo(leader.holder());
        assertThat(scene.row().holder()).isEqualTo(own.holder());
        tenant.run("annotate", "databaselease", "main", "-n", scene.namespace(), "lease.anixops.io/step-down=now")
                .orFail();
        Eventually.until("its own leadership moves", () -> scene.leaders().size() > 1);
        tenant.run("delete", "databaselease", "main", "-n", scene.namespace()).orFail();
        Eventually.until("its own label goes", () -> scene.labelled().isEmpty());
    }

    @Test
    void a_holder_that_is_named_like_the_others_pod_gains_nothing() {
        scene.readyPod(leader.name());
        tenant.apply(Manifests.databaseLeaseOfPods(scene.namespace(), "main", "web", 30));

        Eventually.until("nobody leads", () -> readyReason("main").equals("NoCandidate"));
        assertThat(scene.marked()).isEmpty();
    }

    /** The first is the name of a row that is the other's alone; the second is permitted to both, and taken. */
    @ParameterizedTest
    @CsvSource({"only-the-victims, NotPermitted", "main, NotPermitted", SHARED + ", Conflict"})
    void a_shared_row_tells_nothing_of_whose_it_is(String row, String reason) {
        scene.readyPod("web-1");
        tenant.apply(shared(scene.namespace(), "wanted", row));

        Eventually.until(reason, () -> readyReason("wanted").equals(reason));
        var shown = tenant.run("get", "databaselease,events", "-n", scene.namespace(), "-o", "yaml")
                .orFail();
        assertThat(shown).doesNotContain(victim.namespace(), elder, "theirs", atFirst.holder(), leader.name() + "-");
        var status = resource("wanted").getStatus();
        assertThat(status.holder()).isNull();
        assertThat(status.token()).isNull();
        assertThat(scene.marked()).isEmpty();
    }

    @Test
    void the_others_resources_pods_and_events_are_not_to_be_seen() {
        for (var what : List.of("databaseleases", "pods", "events", "leases.coordination.k8s.io")) {
            assertThat(tenant.run("get", what, "-n", victim.namespace()).stderr())
                    .contains("Forbidden");
        }
        assertThat(tenant.run("get", "databaseleases", "-A").stderr()).contains("Forbidden");
    }

    private static String shared(String namespace, String name, String row) {
        return Manifests.databaseLease(namespace, name, "web", 30)
                .replace("spec:\n", "spec:\n  scope: Shared\n  leaseName: %s\n".formatted(row));
    }

    private DatabaseLease resource(String name) {
        return stage.plane()
                .client()
                .resources(DatabaseLease.class)
                .inNamespace(scene.namespace())
                .withName(name)
                .get();
    }

    private String readyReason(String name) {
        return resource(name).getStatus().conditions().stream()
                .filter(one -> one.getType().equals("Ready"))
                .findFirst()
                .orElseThrow()
                .getReason();
    }
}
