package io.anixops.lease.e2e;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The product with one slip in it, and the fault under which a {@link Campaign} has to find it out; docs/faults.md tells how
 * each was found. Where a second mechanism keeps the promise as well, the slip is in both.
 */
enum Mutant {
    DEADLINE_FROM_THE_ANSWER(
            CampaignFault.GRANT_HEARD_AFTER_A_PAUSE,
            Slip.in(
                    "Attempts",
                    "attempt(contender, claim), sentAt)",
                    "attempt(contender, claim), settings.clock().getAsLong())"),
            Slip.in(
                    "Renewals",
                    "answers.renewed(each, answer, sentAt)",
                    "answers.renewed(each, answer, clock.getAsLong())")),
    NOW_FOR_CLOCK_TIMESTAMP(
            CampaignFault.ROWS_LOCKED_OVER_THEIR_END,
            Slip.inSchema(
                    "(l.holder = claimant OR l.expires_at < clock_timestamp())",
                    "(l.holder = claimant OR l.expires_at < now())"),
            Slip.inSchema("FROM (SELECT clock_timestamp() AS moment) AS m)", "FROM (SELECT now() AS moment) AS m)"),
            Slip.in(
                    "postgres/Statements",
                    "l.renewer = a.renewer\n              AND l.expires_at >= clock_timestamp()",
                    "l.renewer = a.renewer\n              AND l.expires_at >= now()"),
            Slip.in(
                    "postgres/Statements",
                    "l.expires_at >= clock_timestamp()\n            \"\"\" + OWN + \"\"\"\n            RETURNING l.name",
                    "l.expires_at >= now()\n            \"\"\" + OWN + \"\"\"\n            RETURNING l.name"),
            Slip.inSchema(
                    "NEW.token = OLD.token AND OLD.expires_at < clock_timestamp()",
                    "NEW.token = OLD.token AND OLD.expires_at < now()")),
    RELEASE_WITHOUT_TOKEN_OR_RENEWER(
            CampaignFault.RELEASE_ARRIVES_LATE,
            Slip.in(
                    "postgres/Statements",
                    "l SET expires_at = clock_timestamp()\n            WHERE l.name = ? AND l.holder = ? AND l.token = ? AND l.renewer = ?",
                    "l SET expires_at = clock_timestamp()\n            WHERE l.name = ? AND l.holder = ? AND (l.token = ? OR l.renewer = ? OR true)")),
    LOOK_BEFORE_THE_OWN_MARK(
            CampaignFault.MARK_ARRIVES_AFTER_ANOTHER_LABEL,
            Slip.in(
                    "operator/LabelRound",
                    "        var marked = mark(unlabelled, read);\n",
                    "        fenceOthers();\n"),
            Slip.in(
                    "operator/LabelRound",
                    "        fenceOthers(); //",
                    "        var marked = mark(unlabelled, read); //")),
    MARK_WITHOUT_NONCE(
            CampaignFault.DATABASE_STANDS_STILL,
            Slip.in("operator/LeaseOperator", "return UUID.randomUUID().toString();", "return \"0\";")),
    MARK_NOT_SELECTABLE(
            CampaignFault.LABEL_ARRIVES_AFTER_ITS_OPERATOR,
            Slip.in("operator/LivePods", "Stream.of(keys.token(), keys.leader())", "Stream.of(keys.leader())"),
            Slip.in(
                    "operator/LivePods",
                    "anyMatch(keys -> keys.areLabelsOf(pod))",
                    "anyMatch(keys -> keys.marksLeader(pod))")),
    CACHE_FOR_A_LIVE_READ(
            CampaignFault.MARK_ARRIVES_AFTER_ANOTHER_LABEL,
            Slip.in("operator/LeaseOperator", "new ObservedPods(new LivePods(client, itsPace), ", """
                    new ObservedPods(new PodAccess() {
                        private final PodAccess live = new LivePods(client, itsPace);

                        @Override
                        public java.util.Optional<io.fabric8.kubernetes.api.model.Pod> read(String namespace, String name) {
                            return live.read(namespace, name);
                        }

                        @Override
                        public java.util.Collection<io.fabric8.kubernetes.api.model.Pod> bearing(
                                String namespace, java.util.Collection<Keys> leases) {
                            return leases.stream()
                                    .flatMap(keys -> seen().bearing(namespace, keys).stream())
                                    .distinct()
                                    .map(one -> new io.fabric8.kubernetes.api.model.PodBuilder(one).build())
                                    .collect(Collectors.toList());
                        }

                        @Override
                        public Written write(io.fabric8.kubernetes.api.model.Pod read, java.util.List<KeyChange> changes) {
                            return live.write(read, changes);
                        }
                    }, """)),
    IDENTITY_IS_THE_NAME_OF_THE_POD(
            CampaignFault.POD_REPLACED_UNSEEN,
            Slip.in(
                    "operator/Candidates",
                    "HolderId.of(pod + \"-\" + uid.substring(0, Math.min(8, uid.length())))",
                    "HolderId.of(pod)")),
    LATE_REQUEST_NOT_FENCED(
            CampaignFault.LABEL_ARRIVES_AFTER_ITS_OPERATOR,
            Slip.in(
                    "operator/LabelRound",
                    "marksLeader(other)\n                || (target.keys().areOn(other) && target.tokenOn(other) < target.token()))",
                    "marksLeader(other))")),
    TOKENS_WITHOUT_THE_FLOOR_OF_THE_TIMELINE(
            CampaignFault.FAILED_OVER_TO_ONE_THAT_LAGS,
            Slip.inSchema("(public.database_lease_timeline() << 32) + nextval('public.database_lease_token')", "0"));

    private final CampaignFault under;
    private final List<Slip> slips;

    Mutant(CampaignFault under, Slip... slips) {
        this.under = under;
        this.slips = List.of(slips);
    }

    CampaignFault under() {
        return under;
    }

    List<Slip> slips() {
        return slips;
    }

    /** As it is named on a command line. */
    String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static Mutant of(String text) {
        return Stream.of(values())
                .filter(one -> one.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no mutant %s, but %s"
                        .formatted(text, Stream.of(values()).map(Mutant::text).toList())));
    }
}
