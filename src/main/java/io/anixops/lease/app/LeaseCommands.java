package io.anixops.lease.app;

import io.anixops.lease.LeaseName;
import io.anixops.lease.postgres.LeaseAdmin;
import io.anixops.lease.postgres.LeaseRecord;
import java.io.PrintStream;

/** What an administrator asks of the lease table; answers go to standard output. */
final class LeaseCommands {
    private final LeaseAdmin admin;
    private final LeaseOptions options;
    private final PrintStream out;

    LeaseCommands(LeaseAdmin admin, LeaseOptions options, PrintStream out) {
        this.admin = admin;
        this.options = options;
        this.out = out;
    }

    /** @throws Mistake when there is no such lease, or what is asked for wants more than was said */
    int run() {
        switch (options.verb()) {
            case LIST -> list();
            case SHOW -> show(one());
            case RELEASE -> release(one());
            case RAISE_TOKEN -> raise(one());
        }
        return Main.DONE;
    }

    private void list() {
        var rows = admin.list(options.name());
        out.print(options.json() ? LeasePrinter.json(rows) : LeasePrinter.table(rows));
    }

    private void show(LeaseRecord row) {
        out.print(options.json() ? LeasePrinter.json(row) : LeasePrinter.text(row));
    }

    private void release(LeaseRecord row) {
        if (row.isHeld() && !options.force()) {
            throw new Mistake("lease %s is held by %s for %d s more: --force ends its term all the same"
                    .formatted(
                            LeasePrinter.shown(row.name()),
                            LeasePrinter.shown(row.holder()),
                            row.remaining().toSeconds()));
        }
        var ended = row.isHeld() && admin.endTerm(row.name(), row.token());
        if (options.json()) {
            out.print(LeasePrinter.json(one()));
        } else {
            out.println(
                    ended
                            ? "lease %s: the term of %s with token %d is ended"
                                    .formatted(
                                            LeasePrinter.shown(row.name()),
                                            LeasePrinter.shown(row.holder()),
                                            row.token())
                            : "lease %s: the term with token %d is over already"
                                    .formatted(LeasePrinter.shown(row.name()), row.token()));
        }
    }

    /** A name that no program of ours could hold has no token of ours to raise. */
    private void raise(LeaseRecord row) {
        try {
            admin.raiseToken(LeaseName.of(row.name()), options.above());
        } catch (IllegalArgumentException refused) {
            throw new Mistake(String.valueOf(refused.getMessage()), refused);
        }
        var raised = one();
        out.print(
                options.json()
                        ? LeasePrinter.json(raised)
                        : "lease %s has token %d now%n".formatted(LeasePrinter.shown(raised.name()), raised.token()));
    }

    private LeaseRecord one() {
        return admin.list(options.name()).stream()
                .filter(row -> row.name().equals(options.name()))
                .findFirst()
                .orElseThrow(() -> new Mistake("there is no lease %s: 'lease list' shows those there are"
                        .formatted(LeasePrinter.shown(options.name()))));
    }
}
