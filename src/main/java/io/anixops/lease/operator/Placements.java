package io.anixops.lease.operator;

import io.anixops.lease.operator.LabelProtocol.Placement;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** Labels that are being brought to one pod: those that still go through the steps, and what became of the others. */
final class Placements {
    private final Set<Placement> going = new LinkedHashSet<>();
    private final Map<Placement, LabelResult> ended = new LinkedHashMap<>();

    Placements(List<Placement> wanted) {
        wanted.forEach(this::enter);
    }

    /** Of two terms of one lease the newer one goes: a write for the older one would lower the token. */
    private void enter(Placement wanted) {
        var rivals = those(target -> target.keys().equals(wanted.target().keys()));
        going.add(wanted);
        var newest = Math.max(
                wanted.target().token(),
                rivals.stream().mapToLong(one -> one.target().token()).max().orElse(0));
        end(
                those(target -> target.keys().equals(wanted.target().keys()) && target.token() < newest),
                new LabelResult.HigherToken(newest));
    }

    List<Placement> those(Predicate<LabelTarget> which) {
        return going.stream().filter(one -> which.test(one.target())).toList();
    }

    List<Placement> among(Collection<Placement> these) {
        return going.stream().filter(these::contains).toList();
    }

    boolean isEmpty() {
        return going.isEmpty();
    }

    void end(Collection<Placement> these, LabelResult result) {
        these.forEach(one -> ended.put(one, result));
        going.removeAll(List.copyOf(these));
    }

    void endAll(LabelResult result) {
        end(List.copyOf(going), result);
    }

    /** A term must not be acted on when a pod bears a higher token of its lease. */
    void endBelow(Pod seen) {
        for (var one : List.copyOf(going)) {
            var token = one.target().tokenOn(seen);
            if (token > one.target().token()) {
                end(List.of(one), new LabelResult.HigherToken(token));
            }
        }
    }

    /** Those that have not ended are labelled. */
    Map<Placement, LabelResult> results() {
        var results = new LinkedHashMap<>(ended);
        going.forEach(one -> results.put(one, new LabelResult.Labelled()));
        return results;
    }
}
