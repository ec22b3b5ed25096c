package io.anixops.lease.operator.decision;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.reverseOrder;
import static java.util.stream.Collectors.toMap;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Whom we want to lead.
 *
 * <p>The incumbent while it is ready, so that nothing but its own state moves leadership; else a pod of the newest
 * template, so that a rolling update moves it as rarely as its strategy permits; then the one that is ready longest;
 * then by name.
 */
public final class CandidatePolicy {
    private CandidatePolicy() {}

    /**
     * The one to lead now.
     *
     * @param incumbent holder id of the running or last term; empty when there is none
     * @return empty when no pod is ready
     */
    public static Optional<Candidate> choose(Collection<Candidate> pods, String incumbent) {
        return pods.stream().filter(Candidate::isReady).min(preference(pods, incumbent));
    }

    private static Comparator<Candidate> preference(Collection<Candidate> pods, String incumbent) {
        var ages = templateAges(pods);
        return comparing((Candidate pod) -> !pod.holder().value().equals(incumbent))
                .thenComparing(pod -> ages.getOrDefault(pod.revision(), pod.created()), reverseOrder())
                .thenComparing(Candidate::readySince)
                .thenComparing(Candidate::pod);
    }

    /** A template is as old as its oldest pod: a pod that is replaced does not make its template young again. */
    private static Map<String, Instant> templateAges(Collection<Candidate> pods) {
        return pods.stream()
                .collect(toMap(Candidate::revision, Candidate::created, BinaryOperator.minBy(naturalOrder())));
    }
}
