package io.anixops.lease.operator;

import static io.anixops.lease.operator.Samples.NAMESPACE;
import static io.anixops.lease.operator.Samples.OPERATOR;
import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.Attempt;
import io.anixops.lease.Claim;
import io.anixops.lease.HolderId;
import io.anixops.lease.HolderInfo;
import io.anixops.lease.InMemoryLeaseStore;
import io.anixops.lease.LeaseName;
import io.anixops.lease.LeaseStore;
import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.SimulatedLine;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * What never waits for a pass, over days: renewals and the end of trust, for leases of several ttls, with a clock that
 * runs up to 8 % too fast or too slow, answers that are slow, lost or late, outages, and a rival that takes whatever
 * is free. The same for the same seed; what must hold is checked after every step.
 */
final class HotPathSimulation {
    private static final List<Duration> TTLS =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(300));
    private static final Duration LONGEST_STEP = Duration.ofMillis(900);
    private static final HolderId RIVAL = HolderId.of("rival-12345678");

    private final Random random;
    private final double rate;
    private final ManualNanos nanos = new ManualNanos();
    private final InMemoryLeaseStore database = new InMemoryLeaseStore();
    private final InMemoryLeaseStore line = database.anotherLine();
    private final PodsInMemory pods = new PodsInMemory();
    private final Holdings holdings = new Holdings();
    private final LeaseStore slowLine = new SimulatedLine(line, this::meanwhile, this::meanwhile);
    private final Renewals renewals = new Renewals(holdings, slowLine, nanos, woken -> {}, () -> {});
    private final TrustEnd trustEnd =
            new TrustEnd(holdings, new LabelRemoval(pods, this::nonce), nanos, woken -> {}, Runnable::run);
    private final List<Subject> subjects =
            IntStream.range(0, TTLS.size()).mapToObj(Subject::new).toList();
    private Duration passed = Duration.ZERO;
    private boolean calm;
    private boolean inCall;
    private int nonces;
    private int labelsPut;

    HotPathSimulation(long seed) {
        random = new Random(seed);
        rate = 0.92 + 0.16 * random.nextDouble();
        subjects.forEach(subject -> pods.put(Samples.pod(subject.pod, Map.of(), Map.of())));
    }

    /** How many times a label was put on. */
    int runFor(Duration time) {
        while (passed.compareTo(time) < 0) {
            faultsFor(Duration.ofHours(1));
            calmDown();
        }
        return labelsPut;
    }

    private void faultsFor(Duration time) {
        calm = false;
        var end = passed.plus(time);
        while (passed.compareTo(end) < 0) {
            switch (random.nextInt(60)) {
                case 0 -> line.loseNextAnswer();
                case 1 -> line.delayNext();
                case 2 -> line.executeLateOnes();
                case 3 -> line.goDown();
                case 4, 5, 6 -> line.comeBack();
                case 7, 8, 9 -> rival();
                default -> pass(Duration.ofMillis(1 + random.nextInt((int) LONGEST_STEP.toMillis())));
            }
        }
    }

    /** Without faults all are led again, once what the rival has is over, and what was late has come. */
    private void calmDown() {
        calm = true;
        line.comeBack();
        line.executeLateOnes();
        var end = passed.plus(Duration.ofMinutes(12));
        while (passed.compareTo(end) < 0) {
            pass(LONGEST_STEP);
        }
        assertThat(subjects).allMatch(Subject::isLabelled);
    }

    /** While a request or its answer is on its way; what takes labels away goes on beside it. */
    private void meanwhile() {
        if (calm || random.nextInt(40) > 0) {
            return;
        }
        inCall = true;
        var end = passed.plus(Duration.ofMillis(random.nextInt(3_000)));
        while (passed.compareTo(end) < 0) {
            pass(Duration.ofMillis(100));
        }
        inCall = false;
    }

    private void pass(Duration time) {
        passed = passed.plus(time);
        database.advance(time);
        nanos.pass(Duration.ofNanos((long) (time.toNanos() * rate)));
        trustEnd.tick();
        if (!inCall) {
            renewals.tick();
            trustEnd.tick();
            subjects.forEach(Subject::decide);
        }
        subjects.forEach(Subject::check);
    }

    private void rival() {
        var subject = subjects.get(random.nextInt(subjects.size()));
        var ttl = Duration.ofSeconds(5 + random.nextInt(30));
        database.tryAcquire(new Claim(subject.row, RIVAL, RIVAL, ttl, HolderInfo.UNKNOWN, 0));
        subject.check();
    }

    private String nonce() {
        return "n" + ++nonces;
    }

    /** A lease, its pod, and what a pass does for it. */
    private final class Subject {
        private final String pod;
        private final LeaseName row;
        private final ResourceID id;
        private final Keys keys;
        private final Duration ttl;

        Subject(int number) {
            pod = "pod-" + number;
            row = LeaseName.of("control/lease-" + number);
            id = new ResourceID("lease-" + number, NAMESPACE);
            keys = new Keys(id.getName());
            ttl = TTLS.get(number);
        }

        /** A pod bears the label only while nobody else could have the lease. */
        void check() {
            if (isLabelled()) {
                var found = database.find(List.of(row)).get(row);
                if (found == null || found.isFree() || !found.isHeldBy(HolderId.of(pod + "-1"))) {
                    throw new AssertionError(
                            "after %s %s bears the label, and the row is %s".formatted(passed, pod, found));
                }
            }
        }

        boolean isLabelled() {
            return keys.marksLeader(pods.get(pod));
        }

        void decide() {
            var held = holdings.of(id);
            if (held.filter(Holding::isLost).isPresent()) {
                holdings.end(id);
            } else if (held.isEmpty()) {
                acquire();
            } else if (!isLabelled()) {
                label(held.orElseThrow());
            }
        }

        private void acquire() {
            if (!calm && random.nextInt(4) > 0) {
                return; // another pass comes
            }
            var sentAt = nanos.getAsLong();
            var claim = new Claim(row, HolderId.of(pod + "-1"), OPERATOR, ttl, HolderInfo.UNKNOWN, 0);
            try {
                if (slowLine.tryAcquire(claim) instanceof Attempt.Held term) {
                    var begun =
                            Holding.confirmed(id, "uid", Samples.ready(pod), term.term(), term.lease(), ttl, sentAt);
                    holdings.begin(begun);
                    label(begun);
                }
            } catch (LeaseStoreException silent) {
                line.executeLateOnes(); // so that some come when the next pass has begun a term
            }
        }

        private void label(Holding held) {
            if (holdings.trusts(id, held.target(), nanos.getAsLong())) {
                labelsPut++;
                pods.put(Samples.pod(
                        pod,
                        Map.of(keys.token(), Long.toString(held.term().token()), keys.leader(), "true"),
                        Map.of(keys.nonce(), nonce())));
                holdings.placed(id, held.target());
            }
        }
    }
}
