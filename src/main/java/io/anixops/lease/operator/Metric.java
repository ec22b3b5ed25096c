package io.anixops.lease.operator;

import java.util.List;

/** Every series that the operator has of its own, spelled once. */
enum Metric {
    LEADER(
            "leader",
            "1 while a pod of this cluster leads by this operator's hand, 0 while its DatabaseLease waits",
            "lease"),
    TRANSITIONS("transitions", "Terms that began, here or elsewhere, while this process worked", "lease"),
    LABELLED_PODS("labelled.pods", "Pods that bear the leader label of the lease; more than one is an alarm", "lease"),
    LEADERLESS(
            "leaderless.seconds",
            "Time in which nobody led as the status tells it, or the label was missing; suspended ones do not count",
            "lease"),
    ACTIVE(
            "active",
            "1 while this replica works, 0 while it waits for another's end or for an API server that is silent"),
    HOLDINGS("holdings", "Terms that this process renews"),
    RESOURCES("resources", "DatabaseLeases, by their condition Ready and its reason", "ready", "reason"),
    WITHOUT_DATABASE(
            "resources.without.database",
            "DatabaseLeases whose condition DatabaseReachable is False, by its reason",
            "reason"),
    LABELS_ASTRAY(
            "labels.astray",
            "Leases whose leader label is not where the terms of this process say, by what it is: missing, wrong, several",
            "what"),
    EXPIRY_LEFT_OUT(
            "expiry.left.out",
            "Held leases whose expiry is not shown, since the budget of status writes cannot keep it ahead of the clock"),
    STORE_CALLS("store.calls", "Calls to the database, with how long they took, failed ones too", "call"),
    STORE_FAILURES("store.failures", "Calls to the database that failed", "call", "kind"),
    RENEWALS("renewals", "Renewals of single leases, by what became of them", "result"),
    RENEWALS_LATE("renewals.late", "Renewals that were confirmed when less than a quarter of the trust was left"),
    RENEWAL_BATCH("renewal.batch.size", "Leases that were renewed in one statement"),
    POD_WRITES("pod.writes", "Writes of keys to pods; stale: the pod had changed, and is read again", "result"),
    RECONCILIATIONS("reconciliations", "Passes, with how long they took", "result"),
    RECONCILIATIONS_QUEUED("reconciliations.queued", "Passes that wait for a thread"),
    RECONCILIATIONS_RUNNING("reconciliations.running", "Passes under way"),
    LOOP_FAILURES("loop.failures", "Turns of the operator's own threads that threw", "loop"),
    EVENTS("events", "What was to be told as Events; repetitions count", "reason"),
    EVENTS_DROPPED("events.dropped", "Events that were not written", "cause");

    private static final String PREFIX = "anixops.lease.";

    private final String meterName; // one for all the meters that have it
    private final String description;
    private final String tags; // a list would not be immutable for all that the compiler knows

    Metric(String suffix, String description, String... tags) {
        this.meterName = PREFIX + suffix;
        this.description = description;
        this.tags = String.join(",", tags);
    }

    /** In Micrometer's notation. */
    String meterName() {
        return meterName;
    }

    /** In Prometheus' notation; it adds to a counter's what tells that it is one. */
    String prometheusName() {
        return meterName.replace('.', '_');
    }

    String description() {
        return description;
    }

    List<String> tags() {
        return tags.isEmpty() ? List.of() : List.of(tags.split(",", -1));
    }
}
