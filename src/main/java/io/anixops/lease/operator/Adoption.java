package io.anixops.lease.operator;

import static java.util.stream.Collectors.toMap;

import io.anixops.lease.HolderId;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import io.anixops.lease.RenewalRequest;
import io.anixops.lease.Term;
import io.anixops.lease.operator.api.DatabaseLease;
import io.anixops.lease.operator.decision.Candidate;
import io.anixops.lease.operator.decision.Standing;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes over the running terms that another replica, or a former process, renewed: one statement reads the rows, one
 * says in them who renews from now on. What it leaves out, the reconciler takes up lease by lease.
 */
final class Adoption {
    private static final Logger LOG = LoggerFactory.getLogger(Adoption.class);

    private final ElectionRound.Tools tools;
    private final LeaseCache cache;

    Adoption(ElectionRound.Tools tools, LeaseCache cache) {
        this.tools = tools;
        this.cache = cache;
    }

    /**
     * Adopts what runs.
     *
     * @throws io.anixops.lease.LeaseStoreException when the rows could not be read
     */
    void run() {
        var resources = owners();
        var rows = tools.store().find(resources.keySet());
        var running = new LinkedHashMap<LeaseName, Running>();
        rows.forEach((name, row) -> running(resources.get(name), row).ifPresent(found -> running.put(name, found)));
        var sentAt = tools.nanos().getAsLong();
        var answers = tools.store()
                .renew(running.values().stream().map(this::takeOver).toList());
        answers.forEach((name, answer) -> answer.match(
                renewed -> begin(running.get(name), renewed.lease(), sentAt), lost -> false, failed -> false));
        LOG.atInfo()
                .addKeyValue("resources", resources.size())
                .addKeyValue("running", running.size())
                .log("running terms were taken over");
    }

    private Map<LeaseName, DatabaseLease> owners() {
        return cache.all()
                .flatMap(resource -> rowOf(resource).stream())
                .map(LeaseRow.Named::name)
                .distinct()
                .filter(name -> cache.owner(name).isPresent())
                .collect(toMap(Function.identity(), name -> cache.owner(name).orElseThrow()));
    }

    private Optional<Running> running(@org.jspecify.annotations.Nullable DatabaseLease resource, Lease row) {
        if (resource == null
                || row.isFree()
                || !HolderId.isValid(row.renewer())
                || resource.getSpec().suspend()) {
            return Optional.empty();
        }
        return cache.candidates(resource).stream()
                .filter(pod -> !tools.releases()
                        .mayStillEnd(new Term(
                                row.name(),
                                pod.holder(),
                                row.token(),
                                tools.options().instance())))
                .filter(pod -> pod.standing() != Standing.LEAVING && row.isHeldBy(pod.holder()))
                .findFirst()
                .flatMap(pod -> rowOf(resource).map(named -> new Running(resource, named, pod, row)));
    }

    private RenewalRequest takeOver(Running running) {
        return new RenewalRequest(
                running.term(HolderId.of(running.row().renewer())),
                running.named().ttl(),
                tools.options().instance());
    }

    private boolean begin(@org.jspecify.annotations.Nullable Running running, Lease answer, long sentAt) {
        if (running == null) {
            return false;
        }
        var term = running.term(tools.options().instance());
        tools.holdings()
                .begin(Holding.confirmed(
                        ResourceID.fromResource(running.resource()),
                        running.resource().getMetadata().getUid(),
                        running.pod(),
                        term,
                        KeptRow.of(answer, term, running.pod()),
                        running.named().ttl(),
                        sentAt));
        return true;
    }

    private Optional<LeaseRow.Named> rowOf(DatabaseLease resource) {
        return cache.row(resource).match(Optional::of, refused -> Optional.<LeaseRow.Named>empty()).stream()
                .filter(named -> named.electedBy() == LeaseRow.ElectedBy.OPERATOR)
                .findFirst();
    }

    private record Running(DatabaseLease resource, LeaseRow.Named named, Candidate pod, Lease row) {
        Term term(HolderId renewer) {
            return new Term(row.name(), pod.holder(), row.token(), renewer);
        }
    }
}
