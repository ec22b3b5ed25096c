package io.anixops.lease.operator;

import io.anixops.lease.Term;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The terms that this process renews, one per custom resource at the most. It is where the reconciler and the renewals
 * meet; neither waits for the other.
 */
final class Holdings implements TermBook {
    private final ConcurrentHashMap<ResourceID, Holding> byResource = new ConcurrentHashMap<>();
    private volatile boolean open = true;

    Optional<Holding> of(ResourceID resource) {
        return Optional.ofNullable(byResource.get(resource));
    }

    List<Holding> all() {
        return List.copyOf(byResource.values());
    }

    int size() {
        return byResource.size();
    }

    /** Nothing happens where {@link #endAll} came first: a pass that was under way then begins nothing after it. */
    void begin(Holding holding) {
        byResource.compute(holding.resource(), (key, before) -> open ? holding : before);
    }

    void end(ResourceID resource) {
        byResource.remove(resource);
    }

    /** Another process renews them now, or nobody shall; none begins until {@link #reopen}. */
    void endAll() {
        open = false; // before those that have begun go
        byResource.clear();
    }

    void reopen() {
        open = true;
    }

    /**
     * Changes what is known of a term, unless another has begun since.
     *
     * @return whether it was still that term
     */
    boolean change(ResourceID resource, Term term, UnaryOperator<Holding> change) {
        var changed =
                byResource.computeIfPresent(resource, (key, now) -> now.term().equals(term) ? change.apply(now) : now);
        return changed != null && changed.term().equals(term);
    }

    @Override
    public Optional<LabelledTerm> labelled(ResourceID resource) {
        return of(resource).map(Holding::labelledTerm);
    }

    @Override
    public Stream<LabelledTerm> labelled() {
        return all().stream().map(Holding::labelledTerm);
    }

    @Override
    public Stream<LabelledTerm> ended(long now) {
        return byResource.values().stream()
                .filter(held -> !held.labelRetracted() && !held.trust().isOpenAt(now))
                .map(Holding::labelledTerm);
    }

    @Override
    public boolean trusts(ResourceID resource, LabelTarget target, long now) {
        return of(resource)
                .filter(held -> held.target().equals(target) && held.trust().isOpenAt(now))
                .isPresent();
    }

    @Override
    public void placed(ResourceID resource, LabelTarget target) {
        change(resource, target, held -> held.withLabelRetracted(false));
    }

    @Override
    public void retracted(ResourceID resource, LabelTarget target) {
        change(resource, target, held -> held.withLabelRetracted(true));
    }

    @Override
    public void retractedUnlessTrusted(ResourceID resource, LabelTarget target, long now) {
        change(resource, target, held -> held.trust().isOpenAt(now) ? held : held.withLabelRetracted(true));
    }

    private void change(ResourceID resource, LabelTarget target, UnaryOperator<Holding> change) {
        byResource.computeIfPresent(resource, (key, held) -> held.target().equals(target) ? change.apply(held) : held);
    }
}
