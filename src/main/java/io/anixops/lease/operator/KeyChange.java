package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A change of one lease's keys on a pod: each part is the value to be, or null for none.
 *
 * <p>It becomes a JSON patch against the very version of the pod that it was decided on: both the API server and its
 * mock refuse it with 409 when the pod has changed since.
 */
record KeyChange(
        Keys keys,
        @Nullable String leader,
        @Nullable String token,
        @Nullable String nonce) {

    /** Our token and a fresh nonce, no leader label: steps 1 and 3 of the protocol. */
    static KeyChange mark(Keys keys, long token, String nonce) {
        return new KeyChange(keys, null, Long.toString(token), nonce);
    }

    /** The leader label, on the mark that is there: step 4. */
    static KeyChange lead(Keys keys, Pod marked) {
        return new KeyChange(
                keys,
                Keys.LEADING,
                Keys.labels(marked).get(keys.token()),
                Keys.annotations(marked).get(keys.nonce()));
    }

    /** No leader label any more; the fresh nonce makes it a change that a late label does not survive. */
    static KeyChange retract(Keys keys, Pod pod, String nonce) {
        return new KeyChange(keys, null, Keys.labels(pod).get(keys.token()), nonce);
    }

    /** No key at all. */
    static KeyChange strip(Keys keys) {
        return new KeyChange(keys, null, null, null);
    }

    /** Changes for one lease or for several, as one patch of the pod. */
    static List<Map<String, Object>> patchFor(Pod pod, List<KeyChange> changes) {
        var operations = new ArrayList<Map<String, Object>>();
        operations.add(operation(
                "replace", "/metadata/resourceVersion", pod.getMetadata().getResourceVersion()));
        var labels = new TreeMap<>(Keys.labels(pod));
        var annotations = new TreeMap<>(Keys.annotations(pod));
        changes.forEach(change -> {
            put(labels, change.keys.leader(), change.leader);
            put(labels, change.keys.token(), change.token);
            put(annotations, change.keys.nonce(), change.nonce);
        });
        difference(operations, "/metadata/labels", Keys.labels(pod), labels);
        difference(operations, "/metadata/annotations", Keys.annotations(pod), annotations);
        return operations;
    }

    private static void put(Map<String, String> map, String key, @Nullable String value) {
        if (value == null) {
            map.remove(key);
        } else {
            map.put(key, value);
        }
    }

    private static void difference(
            List<Map<String, Object>> operations,
            String path,
            Map<String, String> before,
            SortedMap<String, String> after) {
        if (before.isEmpty() && !after.isEmpty()) {
            operations.add(operation("add", path, after));
            return;
        }
        after.forEach((key, value) -> {
            if (!value.equals(before.get(key))) {
                operations.add(operation("add", path + "/" + escaped(key), value));
            }
        });
        before.keySet().stream()
                .filter(key -> !after.containsKey(key))
                .forEach(key -> remove(operations, path + "/" + escaped(key)));
    }

    /** Made sure of first: a removal of what is gone would be refused as invalid (422) before the version is judged. */
    private static void remove(List<Map<String, Object>> operations, String path) {
        operations.add(operation("add", path, ""));
        operations.add(Map.of("op", "remove", "path", path));
    }

    private static Map<String, Object> operation(String op, String path, Object value) {
        return Map.of("op", op, "path", path, "value", value);
    }

    private static String escaped(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
