package io.anixops.lease.e2e;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sees every version of every row in the order of the writes and finds what must never be: two holders whose terms
 * overlap by the database's clock, a token that does not rise with a new term, and a term that comes back after it was
 * seen to be over.
 *
 * <p>A change of holder before the former term's end is good only as a hand-over: by the process that renewed the
 * former term. A release ends a term by its own {@code expires_at}. A deleted row ends it too, but its token counts on.
 */
final class RowJudge {
    private final Map<String, RowVersion> latest = new HashMap<>();
    private final Map<String, Long> highest = new HashMap<>();
    private final List<String> violations = new ArrayList<>();

    void see(RowVersion row) {
        RowVersion before = latest.get(row.name());
        if (row.deleted()) {
            latest.remove(row.name());
            return;
        }
        if (before == null || !before.isSameTermAs(row)) {
            judgeNewTerm(before, row);
        } else if (before.isOver() && row.runsAt(row.writtenAt())) {
            violations.add("the term of %s was over, and came back: %s became %s".formatted(row.name(), before, row));
        }
        latest.put(row.name(), row);
        highest.merge(row.name(), row.token(), Math::max);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    private void judgeNewTerm(RowVersion before, RowVersion row) {
        Long known = highest.get(row.name());
        if (known != null && row.token() <= known) {
            violations.add(
                    "the token of %s did not rise above %d with a new term: %s".formatted(row.name(), known, row));
        }
        if (before != null && overlaps(before, row) && !isHandOver(before, row)) {
            violations.add(
                    "two holders of %s overlap: %s was not over when it became %s".formatted(row.name(), before, row));
        }
    }

    private static boolean overlaps(RowVersion before, RowVersion row) {
        return !before.holder().equals(row.holder()) && before.runsAt(row.writtenAt());
    }

    private static boolean isHandOver(RowVersion before, RowVersion row) {
        return !before.renewer().isEmpty() && before.renewer().equals(row.renewer()) && row.token() > before.token();
    }
}
