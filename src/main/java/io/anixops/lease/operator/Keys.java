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

    /** A longer one was not given out by any database: it stands there by another hand. */
    private static final int MOST_BITS_BELIEVED = 61;

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

    boolean areOn(Pod pod) {
        return labels(pod).containsKey(leader())
                || labels(pod).containsKey(token())
                || annotations(pod).containsKey(nonce());
    }

    Optional<String> nonceOn(Pod pod) {
        return Optional.ofNullable(annotations(pod).get(nonce()));
    }

    /** The token on a pod; 0 when there is none that can be believed: no number, or one without a nonce. */
    long tokenOn(Pod pod) {
        var text = labels(pod).get(token());
        if (text == null || nonceOn(pod).isEmpty() || !text.matches("[1-9][0-9]{0,18}")) {
            return 0;
        }
        var token = new BigInteger(text);
        return token.bitLength() > MOST_BITS_BELIEVED ? 0 : token.longValue();
    }

    /** Names of the leases whose leader or token key is on a pod. */
    static Stream<String> leasesOn(Pod pod) {
        return labels(pod).keySet().stream().flatMap(Keys::leaseOf).distinct();
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
