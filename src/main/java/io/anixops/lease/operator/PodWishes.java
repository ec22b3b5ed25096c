package io.anixops.lease.operator;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Gathers what several leases want of one pod at about the same time, so that whoever comes to it first does it for all of
 * them: in one request, instead of in one each, which would refuse the others' versions.
 *
 * @param <W> what is wanted of a pod
 * @param <R> what became of it
 */
final class PodWishes<W, R> {
    private final PodTurns turns;
    private final Map<String, List<Wish<W, R>>> waiting = new ConcurrentHashMap<>();

    PodWishes(PodTurns turns) {
        this.turns = turns;
    }

    /** Something that is wanted of the pod with this uid, and what became of it. */
    record Wish<W, R>(String uid, W what, CompletableFuture<R> outcome) {}

    /** A wish that somebody, at the latest its owner by {@link #carryOut}, will carry out. */
    Wish<W, R> add(String uid, W what) {
        var wish = new Wish<W, R>(uid, what, new CompletableFuture<>());
        waiting.merge(uid, List.of(wish), PodWishes::joined);
        return wish;
    }

    /**
     * Returns when the wish was carried out: by this thread, with all that wait for the same pod, or by another.
     *
     * @param work says for each of several wishes what became of it
     * @throws RuntimeException what the work threw, for each of the wishes that it was about
     */
    R carryOut(Wish<W, R> wish, Function<List<W>, Map<W, R>> work) {
        var turn = turns.take(wish.uid());
        try {
            // taken out before the work begins: who wishes from now on wishes anew
            var all = wish.outcome().isDone() ? null : waiting.remove(wish.uid());
            if (all != null) { // else somebody is at it, for whose turn this thread did not wait to the end
                carryOut(all, work);
            }
        } finally {
            turn.close();
        }
        return outcomeOf(wish);
    }

    int waitingFor(String uid) {
        return waiting.getOrDefault(uid, List.of()).size();
    }

    private static <W, R> void carryOut(List<Wish<W, R>> all, Function<List<W>, Map<W, R>> work) {
        try {
            var outcomes = work.apply(all.stream().map(Wish::what).toList());
            all.forEach(wish -> wish.outcome().complete(outcomes.get(wish.what())));
        } catch (RuntimeException | Error e) {
            all.forEach(wish -> wish.outcome().completeExceptionally(e));
        }
    }

    private static <W, R> R outcomeOf(Wish<W, R> wish) {
        try {
            return wish.outcome().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failed) {
                throw failed;
            }
            throw e;
        }
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
