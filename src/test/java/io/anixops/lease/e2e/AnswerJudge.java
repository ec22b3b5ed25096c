package io.anixops.lease.e2e;

import io.anixops.lease.e2e.Happening.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compares what processes were told with what the rows were: a free lease is refused to nobody, and nobody's is ended. */
record AnswerJudge(List<RowVersion> rows) {

    List<String> violations(List<Happening> happenings) {
        List<String> violations = new ArrayList<>();
        for (Happening one : happenings) {
            if (one.kind() == Kind.REFUSED && !wasHeld(one)) {
                violations.add("refused, though it was free all the time: " + one);
            }
        }
        Map<String, RowVersion> latest = new HashMap<>();
        for (RowVersion row : rows) {
            if (isRelease(latest.put(row.name(), row), row) && worksAt(happenings, row)) {
                violations.add("released while its holder worked: " + row);
            }
        }
        return violations;
    }

    /** At some moment between the request and its answer. */
    private boolean wasHeld(Happening refusal) {
        for (RowVersion row : rows) {
            if (row.name().equals(refusal.lease())
                    && !row.deleted()
                    && !row.writtenAt().isAfter(refusal.at())
                    && row.runsAt(refusal.since())) {
                return true;
            }
        }
        return false;
    }

    /** The term was cut short to this very moment. */
    private static boolean isRelease(@Nullable RowVersion before, RowVersion row) {
        return before != null
                && !row.deleted()
                && row.expiresAt().isBefore(before.expiresAt())
                && !row.expiresAt().isAfter(row.writtenAt());
    }

    private static boolean worksAt(List<Happening> happenings, RowVersion row) {
        boolean works = false;
        for (Happening one : happenings) {
            if (one.lease().equals(row.name())
                    && one.token() == row.token()
                    && !one.at().isAfter(row.writtenAt())) {
                works = one.kind() == Kind.STARTS || (works && one.kind() != Kind.STOPS);
            }
        }
        return works;
    }
}
