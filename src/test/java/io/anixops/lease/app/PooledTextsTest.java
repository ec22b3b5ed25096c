package io.anixops.lease.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PooledTextsTest {
    private static final String LEASE = """
            {"metadata": {"name": "jobs", "namespace": "control"},
             "spec": {"selector": {"matchLabels": {"app": "control"}}},
             "status": {"leader": "control-a", "holderPod": "control-a", "token": 7, "conditions": [
               {"type": "Ready", "status": "True", "reason": "LeaderHere", "message": null}]}}
            """;

    private final KubernetesSerialization json =
            new KubernetesSerialization(new ObjectMapper().registerModule(PooledTexts.module()), false);

    @Test
    void what_resources_have_in_common_is_in_memory_once() {
        var one = json.unmarshal(LEASE, DatabaseLease.class);
        var other = json.unmarshal(LEASE, DatabaseLease.class);

        assertThat(one.getMetadata().getNamespace())
                .isEqualTo("control")
                .isSameAs(other.getMetadata().getNamespace());
        assertThat(one.getStatus().leader()).isSameAs(one.getStatus().holderPod());
        assertThat(condition(one).getReason()).isSameAs(condition(other).getReason());
        assertThat(condition(one).getMessage()).isNull();
    }

    @Test
    void texts_in_maps_are_too() {
        assertThat(labels()).isEqualTo(Map.of("app", "control"));
        assertThat(labels().get("app")).isSameAs(labels().get("app"));
    }

    private Map<String, String> labels() {
        return json.unmarshal(LEASE, DatabaseLease.class).getSpec().selector().getMatchLabels();
    }

    private static io.fabric8.kubernetes.api.model.Condition condition(DatabaseLease lease) {
        return lease.getStatus().conditions().get(0);
    }
}
