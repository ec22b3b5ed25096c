package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;

/** A lease that several clusters share, as one of them has it. Its candidates are {@code web-0} and {@code web-1}. */
final class Branch {
    static final int CANDIDATES = 2;

    private final Site site;
    private final Scene scene;

    private Branch(Site site, Scene scene) {
        this.site = site;
        this.scene = scene;
    }

    static Branch in(Site site, String namespace) {
        return new Branch(site, Scene.in(site.stage(), site.stage().plane().makeNamespace(namespace)));
    }

    Site site() {
        return site;
    }

    Scene scene() {
        return scene;
    }

    void makeCandidates() {
        scene.statefulSet(CANDIDATES);
    }

    /** Connections to it are refused from now on. */
    void stopApiServer() {
        scene.acrossARestart();
        site.apiServer().stop();
    }

    Branch scale(int candidates) {
        scene.kubectl("scale", "statefulset", Scene.APP, "--replicas=" + candidates);
        return this;
    }

    /** The pod of this name here, as it could lead. */
    Leader candidate(String name) {
        return Leader.of(scene.pod(name).get());
    }

    /** Who leads here, by label, row and status. */
    Leader awaitLeads() {
        var leader = scene.awaitLeader();
        assertThat(scene.status().holderCluster()).isEqualTo(site.name());
        assertThat(scene.status().holderPod()).isEqualTo(leader.name());
        return leader;
    }

    /** Nobody here bears the label, and the status says who leads where. */
    void awaitFollows(Branch other, Leader leader) {
        scene.awaitReason("True", "LeaderElsewhere");
        awaitTells(other, leader);
    }

    /** The status says who has the lease, whatever it says of this cluster. */
    void awaitTells(Branch other, Leader leader) {
        Eventually.until(
                "the label is off in " + site.name(),
                () -> scene.watch().latest(scene.leaseName()).isEmpty());
        Eventually.until(
                "status has " + leader,
                () -> leader.holder().equals(scene.status().holder()));
        var status = scene.status();
        assertThat(status.leader()).isEqualTo(other.site.name() + "/" + leader.name());
        assertThat(status.holderPod()).isEqualTo(leader.name());
        assertThat(status.holderCluster()).isEqualTo(other.site.name());
        assertThat(scene.condition("Held").orElseThrow().getStatus()).isEqualTo("True");
        assertThat(scene.labelled()).as("labelled in " + site.name()).isEmpty();
    }

    /** The status is an old one, and whoever reads it can see that: what it shows has expired. */
    void assertTellsOfThePast(Leader leader) {
        var status = scene.status();
        assertThat(status.leader()).isEqualTo(leader.name());
        assertThat(Instant.parse(status.expiresAt())).isBefore(Instant.now()); // the database's clock is this machine's
    }
}
