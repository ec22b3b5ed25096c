package io.anixops.lease.operator;

import java.util.Collection;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does something for each of many, so that one that fails costs the others nothing. */
final class Each {
    private Each() {}

    /** What the first failure threw is thrown when all are done; the others' are in it. */
    static <T> void of(Collection<T> many, Consumer<? super T> act) {
        Throwable first = null;
        for (var one : many) {
            try {
                act.accept(one);
            } catch (RuntimeException | Error e) {
                first = added(first, e);
            }
        }
        if (first != null) {
            throw thrown(first);
        }
    }

    private static Throwable added(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) { // an Error may be one and the same each time
            first.addSuppressed(next);
        }
        return first;
    }

    private static RuntimeException thrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (RuntimeException) failure;
    }
}
