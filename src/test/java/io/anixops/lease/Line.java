package io.anixops.lease;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What lies between a caller and the rows of {@link InMemoryLeaseStore}: all that a network may do to a call. */
final class Line {
    private final Queue<Fault> faults = new ArrayDeque<>();
    private final List<Runnable> late = new ArrayList<>();
    private State state = State.UP;

    /** Something that happens to one call. */
    interface Fault {
        <T> T carry(Supplier<T> statement);
    }

    private enum State {
        UP,
        DOWN,
        HUNG
    }

    <T> T carry(Supplier<T> statement) {
        var fault = awaitAnswer();
        return fault == null ? statement.get() : fault.carry(statement);
    }

    synchronized void set(boolean up, boolean hung) {
        state = hung ? State.HUNG : up ? State.UP : State.DOWN;
        notifyAll();
    }

    synchronized void next(Fault fault) {
        faults.add(fault);
    }

    synchronized boolean isUp() {
        return state == State.UP;
    }

    /** The call is carried out, and its answer gets lost. */
    void loseNextAnswer() {
        next(new Fault() {
            @Override
            public <T> T carry(Supplier<T> statement) {
                lose(statement.get());
                throw silent("the answer got lost");
            }
        });
    }

    /** The call fails, and is carried out when {@link #executeLateOnes} is called. */
    void delayNext() {
        next(new Fault() {
            @Override
            public <T> T carry(Supplier<T> statement) {
                keep(() -> lose(statement.get()));
                throw silent("no answer in time");
            }
        });
    }

    void executeLateOnes() {
        List<Runnable> kept;
        synchronized (this) {
            kept = List.copyOf(late);
            late.clear();
        }
        kept.forEach(Runnable::run);
    }

    void throwNext(Error error) {
        next(new Fault() {
            @Override
            public <T> T carry(Supplier<T> statement) {
                throw error;
            }
        });
    }

    /** The caller is held up for a moment before its call is carried out: what happens meanwhile is {@code first}. */
    void beforeNext(Runnable first) {
        next(new Fault() {
            @Override
            public <T> T carry(Supplier<T> statement) {
                first.run();
                return statement.get();
            }
        });
    }

    private synchronized void keep(Runnable statement) {
        late.add(statement);
    }

    private synchronized @Nullable Fault awaitAnswer() {
        while (state == State.HUNG) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw silent("interrupted while it hung");
            }
        }
        if (state == State.DOWN) {
            throw silent("the store is down");
        }
        return faults.poll();
    }

    private static void lose(Object answer) {
        Objects.requireNonNull(answer);
    }

    private static LeaseStoreException silent(String why) {
        return new LeaseStoreException(LeaseStoreException.Kind.UNREACHABLE, why);
    }
}
