package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Which light fault comes when in a soak, one at a time: the same for the same seed and length. */
record SoakPlan(long seed, List<Injection> injections) {
    private static final int SHORTEST_PAUSE_MILLIS = 2_000;
    private static final int LONGEST_PAUSE_MILLIS = 10_000;

    /** One fault, from and until so many milliseconds after the beginning; the subject is any number from 0 up. */
    record Injection(SoakFault fault, int subject, long fromMillis, long untilMillis) {}

    static SoakPlan of(long seed, Duration length) {
        var random = new Random(seed);
        Deque<SoakFault> deck = new ArrayDeque<>();
        List<Injection> injections = new ArrayList<>();
        long now = pause(random);
        while (true) {
            if (deck.isEmpty()) { // so that each quarter of a long soak has much the same
                deck.addAll(shuffled(random));
            }
            var fault = deck.pop();
            long until = now + 1 + random.nextInt(fault.millis());
            if (until > length.toMillis()) {
                return new SoakPlan(seed, List.copyOf(injections));
            }
            injections.add(new Injection(fault, random.nextInt(Integer.MAX_VALUE), now, until));
            now = until + pause(random);
        }
    }

    private static int pause(Random random) {
        return SHORTEST_PAUSE_MILLIS + random.nextInt(LONGEST_PAUSE_MILLIS - SHORTEST_PAUSE_MILLIS);
    }

    private static List<SoakFault> shuffled(Random random) {
        List<SoakFault> all = new ArrayList<>(Stream.of(SoakFault.values())
                .flatMap(fault -> Collections.nCopies(fault.turns(), fault).stream())
                .toList());
        Collections.shuffle(all, random);
        return all;
    }
}
