package io.anixops.lease.operator;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Pod;
import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys that a lease has on a pod, and how they are read. They follow from the resource's name: nobody chooses them. */
record Keys(String lease) {
    static final String LEADER = "leader.lease.anixops.io/";
    static final String TOKEN = "token.lease.anixops.io/";
    static final String NONCE = "nonce.lease.anixops.io/";
    static final String LEADING = "true";

    /** A higher one was not given out by any database, unless a hand had put this very one onto a pod. */
    private static final long MOST_BELIEVED = (1L << 61) - 1;

    String leader() {
        return LEADER + lease;
    }

    String token() {
        return TOKEN + lease;
    }

    String nonce() {
        return NONCE + lease;
    }

    boolean marksLeader(Pod pod) {
        return labels(pod).containsKey(leader());
    }

    /** Whether a selection by label finds the pod. */
    boolean areLabelsOf(Pod pod) {
        return labels(pod).containsKey(leader()) || labels(pod).containsKey(token());
    }

    boolean areOn(Pod pod) {
        return areLabelsOf(pod) || annotations(pod).containsKey(nonce());
    }

    Optional<String> nonceOn(Pod pod) {
        return Optional.ofNullable(annotations(pod).get(nonce()));
    }

    /** The token on a pod; 0 when there is none that can be believed: no number, or one without a nonce. */
    long tokenOn(Pod pod) {
        return tokenOn(pod, 0);
    }

    /** The same for somebody who knows that the database has given out a token, and so every lower one can be true. */
    long tokenOn(Pod pod, long given) {
        var text = labels(pod).get(token());
        if (text == null || nonceOn(pod).isEmpty() || !text.matches("[1-9][0-9]{0,18}")) {
            return 0;
        }
        var token = new BigInteger(text);
        var most = BigInteger.valueOf(Math.max(MOST_BELIEVED, given));
        return token.compareTo(most) > 0 ? 0 : token.longValue();
    }

    /** Names of the leases whose leader or token key is on a pod. */
    static Stream<String> leasesOn(Pod pod) {
        return labels(pod).keySet().stream().flatMap(Keys::leaseOf).distinct();
    }

    /** The keys of all leases that have any key on a pod, be it an annotation alone. */
    static Stream<Keys> allOn(Pod pod) {
        var annotated = annotations(pod).keySet().stream()
                .filter(key -> key.startsWith(NONCE))
                .map(key -> key.substring(NONCE.length()));
        return Stream.concat(leasesOn(pod), annotated).distinct().map(Keys::new);
    }

    /** Whether this label is one that we put onto pods. */
    static boolean isOurs(String label) {
        return label.startsWith(LEADER) || label.startsWith(TOKEN);
    }

    private static Stream<String> leaseOf(String key) {
        return Stream.of(LEADER, TOKEN).filter(key::startsWith).map(prefix -> key.substring(prefix.length()));
    }

    static Map<String, String> labels(HasMetadata resource) {
        return Optional.ofNullable(resource.getMetadata().getLabels()).orElse(Map.of());
    }

    static Map<String, String> annotations(HasMetadata resource) {
        return Optional.ofNullable(resource.getMetadata().getAnnotations()).orElse(Map.of());
    }
}
