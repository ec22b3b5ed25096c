package io.anixops.lease.operator;

import static java.util.stream.Collectors.toUnmodifiableMap;

import io.anixops.lease.operator.api.DatabaseLeaseStatus;
import io.anixops.lease.operator.decision.Reason;
import io.fabric8.kubernetes.api.model.Condition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The Events that a change of status deserves. Pure: a pass that changes nothing gets none. */
final class EventsFor {
    /** What the condition Ready says in the same word. */
    private static final Map<String, EventReason> OF_READY = Stream.of(
                    EventReason.NO_CANDIDATE,
                    EventReason.CONFLICT,
                    EventReason.NOT_PERMITTED,
                    EventReason.INVALID_SPEC,
                    EventReason.TOKEN_REGRESSED)
            .collect(toUnmodifiableMap(EventReason::text, reason -> reason));

    private final DatabaseLeaseStatus before;
    private final DatabaseLeaseStatus now;
    private final Leadership led;
    private final Leadership leads;

    private EventsFor(DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        this.before = before;
        this.now = now;
        this.led = Leadership.in(before);
        this.leads = Leadership.in(now);
    }

    static List<EventNote> change(DatabaseLeaseStatus before, DatabaseLeaseStatus now) {
        return new EventsFor(before, now).all();
    }

    private List<EventNote> all() {
        var refusal = refusal();
        return Stream.of(refusal.isPresent() && !leads.isHere() ? refusal : leadership(), refusal, database())
                .flatMap(Optional::stream)
                .distinct()
                .toList();
    }

    private Optional<EventNote> leadership() {
        return switch (leads.where()) {
            case HERE -> here();
            case ELSEWHERE ->
                led.where() == Leadership.Where.ELSEWHERE || leads.isSameTermAs(led)
                        ? Optional.empty()
                        : note(
                                EventReason.TAKEN_OVER,
                                "%s has it now, with token %d".formatted(leads.leader(), leads.token()));
            case NOBODY, UNKNOWN -> led.isHere() ? Optional.of(lost()) : Optional.empty();
        };
    }

    private EventNote lost() {
        var isSuspended = find(now, Conditions.READY)
                .filter(ready -> ready.getReason().equals(Reason.SUSPENDED.text()))
                .isPresent();
        var text = "pod %s does not lead any more%s: %s"
                .formatted(led.leader(), isSuspended ? ", as was asked for" : "", messageOfReady());
        return isSuspended
                ? EventNote.ofWish(EventReason.LEASE_LOST, text)
                : EventNote.of(EventReason.LEASE_LOST, text);
    }

    private Optional<EventNote> here() {
        if (leads.isSameTermAs(led)) {
            return Optional.empty(); // it goes on, maybe after a silence
        }
        if (!led.isHere() || led.holder().equals(leads.holder())) {
            return note(
                    EventReason.LEADER_ELECTED, "pod %s leads, with token %d".formatted(leads.leader(), leads.token()));
        }
        var sameName = led.leader().equals(leads.leader()); // a pod made again under its name
        return note(
                EventReason.HANDED_OVER,
                "leadership moved from pod %s to pod %s, with token %d"
                        .formatted(
                                sameName ? led.holder() : led.leader(),
                                sameName ? leads.holder() : leads.leader(),
                                leads.token()));
    }

    private Optional<EventNote> refusal() {
        var ready = find(now, Conditions.READY);
        var was = find(before, Conditions.READY);
        return ready.filter(condition ->
                        was.filter(old -> isSameRefusal(old, condition)).isEmpty())
                .flatMap(condition -> Optional.ofNullable(OF_READY.get(condition.getReason()))
                        .flatMap(reason -> note(reason, condition.getMessage())));
    }

    /** Another mistake in the same spec is another refusal; what else is told beside a lack of candidates is not. */
    private static boolean isSameRefusal(Condition one, Condition other) {
        return one.getReason().equals(other.getReason())
                && (!one.getReason().equals(EventReason.INVALID_SPEC.text())
                        || one.getMessage().equals(other.getMessage()));
    }

    private Optional<EventNote> database() {
        var was = find(before, Conditions.DATABASE_REACHABLE);
        return find(now, Conditions.DATABASE_REACHABLE).flatMap(is -> switch (is.getStatus()) {
            case Conditions.FALSE ->
                was.filter(old -> old.getReason().equals(is.getReason())).isPresent()
                        ? Optional.<EventNote>empty()
                        : note(EventReason.DATABASE_UNREACHABLE, unreachable(is));
            case Conditions.TRUE ->
                was.filter(old -> old.getStatus().equals(Conditions.FALSE))
                        .flatMap(old -> note(EventReason.DATABASE_REACHABLE, reachable()));
            default -> Optional.<EventNote>empty();
        });
    }

    private static String unreachable(Condition condition) {
        return condition.getReason().equals(Reason.DATABASE_UNREACHABLE.text())
                ? condition.getMessage()
                : "%s: %s".formatted(condition.getReason(), condition.getMessage());
    }

    private String reachable() {
        return leads.isHere()
                ? "the database answers again, and pod %s leads".formatted(leads.leader())
                : "the database answers again";
    }

    private String messageOfReady() {
        return find(now, Conditions.READY).map(Condition::getMessage).orElse("nobody knows why");
    }

    private static Optional<Condition> find(DatabaseLeaseStatus status, String type) {
        return Conditions.find(status.conditions(), type);
    }

    private static Optional<EventNote> note(EventReason reason, String text) {
        return Optional.of(EventNote.of(reason, text));
    }
}
