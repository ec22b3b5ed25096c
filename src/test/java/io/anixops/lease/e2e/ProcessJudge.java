package io.anixops.lease.e2e;

import io.anixops.lease.Timing;
import io.anixops.lease.e2e.Happening.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Goes through what processes tell of themselves, in the order of time, and finds what the library promises never to be:
 * work that goes on when trust and the time to stop are over, a step of a term after one of a later term, and one token
 * in two hands.
 *
 * @param slack of a busy machine, whose threads wait for a processor
 */
record ProcessJudge(Duration ttl, Duration slack) {

    List<String> violations(List<Happening> happenings) {
        var run = new Run();
        happenings.forEach(run::see);
        return List.copyOf(run.violations);
    }

    private final class Run {
        private final Map<String, Instant> confirmed = new HashMap<>();
        private final Map<String, Instant> wokeAt = new HashMap<>();
        private final Map<String, Long> highestWritten = new HashMap<>();
        private final Map<String, String> owners = new HashMap<>();
        private final List<String> violations = new ArrayList<>();

        void see(Happening one) {
            switch (one.kind()) {
                case CONFIRMED -> confirmed.merge(keyOf(one), one.since(), Run::later);
                case STARTS -> judgeOwner(one);
                case STOPS -> judgeStop(one);
                case WRITES -> judgeWrite(one);
                case RESUMED -> wokeAt.put(one.process(), one.at());
                case REFUSED, PAUSED, KILLED -> {}
            }
        }

        private void judgeStop(Happening stop) {
            Timing timing = Timing.ofTtl(ttl);
            var told = confirmed.getOrDefault(keyOf(stop), stop.at()).plus(timing.trust());
            var woke = wokeAt.getOrDefault(stop.process(), told);
            var latest = later(told, woke).plus(timing.stopWithin()).plus(slack);
            if (stop.at().isAfter(latest)) {
                violations.add("work went on until %s, and had to stop by %s: %s".formatted(stop.at(), latest, stop));
            }
        }

        private void judgeWrite(Happening write) {
            judgeOwner(write);
            Long highest = highestWritten.merge(write.lease(), write.token(), Math::max);
            if (write.token() < highest) {
                violations.add(
                        "a step of a former term was carried out after one of term %d: %s".formatted(highest, write));
            }
        }

        private void judgeOwner(Happening one) {
            String owner = owners.putIfAbsent(one.lease() + " " + one.token(), one.process());
            if (owner != null && !owner.equals(one.process())) {
                violations.add("%s has had this token: %s".formatted(owner, one));
            }
        }

        private static String keyOf(Happening one) {
            return "%s %s %d".formatted(one.process(), one.lease(), one.token());
        }

        private static Instant later(Instant one, Instant other) {
            return one.isAfter(other) ? one : other;
        }
    }

    /** When each process worked for each lease; spans in which it was paused are left out, as nobody can keep a paused one. */
    static List<WorkSpan> spans(List<Happening> happenings, String lease) {
        List<WorkSpan> spans = new ArrayList<>();
        Map<String, Happening> begun = new HashMap<>();
        for (Happening one : happenings) {
            if (one.is(Kind.STARTS, lease)) {
                begun.put(one.process(), one);
            } else if (one.kind() == Kind.PAUSED) {
                begun.remove(one.process());
            } else if ((one.is(Kind.STOPS, lease) || one.kind() == Kind.KILLED) && begun.containsKey(one.process())) {
                spans.add(WorkSpan.begun(
                                one.process(), begun.remove(one.process()).at())
                        .endedAt(one.at()));
            }
        }
        begun.values().forEach(start -> spans.add(WorkSpan.begun(start.process(), start.at())));
        return spans;
    }
}
