package io.anixops.lease.app;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.Electors;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InstanceId;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.Printable;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Runs a command only while this process holds a lease, and tells its exit code. */
final class ExecCommand {
    /** Another has the lease. */
    static final int HELD = 120;
    /** The lease was lost, and the command was made to stop. */
    static final int LOST = 121;
    /** The database did not answer in the time there was. */
    static final int SILENT = 122;

    static final int NOT_EXECUTABLE = 126;
    static final int NOT_FOUND = 127;

    private final LeaseStore store;
    private final Function<LeaseStoreException, String> sentences;
    private final ExecOptions options;
    private final PrintStream err;
    private final HolderId holder = InstanceId.create();
    private final HolderInfo info;
    private final CommandWork work;

    ExecCommand(
            LeaseStore store,
            Function<LeaseStoreException, String> sentences,
            ExecOptions options,
            Map<String, String> environment,
            PrintStream err) {
        this.store = store;
        this.sentences = sentences;
        this.options = options;
        this.err = err;
        this.info = HolderInfo.from(environment);
        this.work = new CommandWork(options, holder, this::tell);
    }

    int run() throws InterruptedException {
        var refused = firstAttempt();
        if (refused.isPresent()) {
            return refused.getAsInt();
        }
        try (var electors =
                Electors.builder(store).holder(holder).holderInfo(info).build()) {
            var stopping = new Thread(() -> stop(electors), "exec-stop");
            Runtime.getRuntime().addShutdownHook(stopping);
            electors.elect(options.lease(), options.timing(), work);
            return options.patience().filter(this::isOver).isPresent() ? withoutLease() : work.awaitEnd();
        }
    }

    /** A first look by ourselves: it can tell whoever waits what the wait is for. A term won by it is gone on with. */
    private OptionalInt firstAttempt() {
        try {
            return attempt().match(held -> OptionalInt.empty(), denied -> whenDenied(denied.lease()));
        } catch (LeaseStoreException failed) {
            if (!Sentences.mayPass(failed)) {
                throw new Mistake(sentences.apply(failed), failed);
            }
            if (skips()) {
                tell(sentences.apply(failed));
                return OptionalInt.of(SILENT);
            }
            tell(sentences.apply(failed) + "; trying again");
            return OptionalInt.empty();
        }
    }

    private Attempt attempt() {
        return store.tryAcquire(
                Claim.ofOwn(options.lease(), holder, options.timing().ttl(), info));
    }

    private OptionalInt whenDenied(Lease row) {
        tell("lease %s is held by %s for %s s more; %s"
                .formatted(
                        row.name(),
                        Printable.of(row.holder()),
                        Math.max(0, row.remaining().toSeconds()),
                        skips() ? "the command is not run" : "waiting"));
        return skips() ? OptionalInt.of(HELD) : OptionalInt.empty();
    }

    private boolean skips() {
        return options.patience().filter(Duration::isZero).isPresent();
    }

    /** Whether that long, or a ttl where none is to be waited for, went by without the lease. */
    private boolean isOver(Duration patience) {
        return !work.beginsWithin(patience.isZero() ? options.timing().ttl() : patience);
    }

    private int withoutLease() {
        try {
            var row = Optional.ofNullable(store.find(List.of(options.lease())).get(options.lease()));
            tell("lease %s is held by %s; the command is not run"
                    .formatted(
                            options.lease(),
                            row.map(Lease::holder).map(Printable::of).orElse("another")));
            return HELD;
        } catch (LeaseStoreException failed) {
            tell(sentences.apply(failed));
            return SILENT;
        }
    }

    /** SIGTERM, SIGINT or SIGHUP: passed on to the command, which is waited for with the lease in hand. */
    private void stop(Electors electors) {
        if (work.forwardTermination()) {
            int code = work.awaitEndUninterruptibly();
            electors.close();
            Runtime.getRuntime().halt(code); // else the code would be that of the signal
        }
        electors.close();
    }

    private void tell(String sentence) {
        err.println("exec: " + sentence);
    }
}
