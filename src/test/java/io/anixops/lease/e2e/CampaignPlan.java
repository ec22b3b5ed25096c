package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What happens when in a campaign: the same for the same seed and length. */
record CampaignPlan(long seed, Duration length, List<Injection> injections) {
    static final int WORKERS = 3;
    static final int OPERATORS = 2;
    static final int LEASES = 5;

    private static final long LONGEST_WAIT_MILLIS = 1_700;
    private static final long SHORTEST_FAULT_MILLIS = 300;

    /** One fault, to one of its subjects, from and until so many milliseconds after the beginning. */
    record Injection(CampaignFault fault, int subject, long fromMillis, long untilMillis) {
        String place() {
            return fault.placeOf(subject);
        }

        /** Where something happens at the n-th: a small number. */
        int turn() {
            return 1 + (int) (fromMillis % 6);
        }

        boolean overlaps(Injection other) {
            return fromMillis < other.untilMillis && other.fromMillis < untilMillis;
        }
    }

    static CampaignPlan of(long seed, Duration length) {
        return of(seed, length, CampaignFault.usual());
    }

    /** With these kinds of faults alone. */
    static CampaignPlan of(long seed, Duration length, List<CampaignFault> kinds) {
        var random = new Random(seed);
        Deque<CampaignFault> deck = new ArrayDeque<>();
        Map<String, Long> freeFrom = new HashMap<>();
        List<Injection> injections = new ArrayList<>();
        long now = 500;
        while (now < length.toMillis()) {
            if (deck.isEmpty()) { // each kind has its turn before any comes again
                deck.addAll(shuffled(kinds, random));
            }
            var fault = deck.pop();
            int subject = random.nextInt(fault.subjects());
            long lasts = SHORTEST_FAULT_MILLIS
                    + (long) (random.nextDouble() * (fault.seconds() * 1_000L - SHORTEST_FAULT_MILLIS));
            long from = Math.max(now, freeFrom.getOrDefault(fault.placeOf(subject), 0L));
            long until = Math.min(from + lasts, length.toMillis());
            if (until - from >= SHORTEST_FAULT_MILLIS) { // else its place is taken to the end
                injections.add(new Injection(fault, subject, from, until));
                freeFrom.put(fault.placeOf(subject), until);
            }
            now += 100 + (long) (random.nextDouble() * LONGEST_WAIT_MILLIS);
        }
        return new CampaignPlan(seed, length, List.copyOf(injections));
    }

    /** Nothing but a database that is silent for longer than it may be trusted. */
    static CampaignPlan ofSilence() {
        return new CampaignPlan(
                0, Duration.ofSeconds(8), List.of(new Injection(CampaignFault.DATABASE_STANDS_STILL, 0, 500, 7_000)));
    }

    private static List<CampaignFault> shuffled(List<CampaignFault> kinds, Random random) {
        List<CampaignFault> all = new ArrayList<>(kinds);
        Collections.shuffle(all, random);
        return all;
    }
}
