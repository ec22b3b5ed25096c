package io.anixops.lease.e2e;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Situations of two operators that chance brings about too seldom, step by step, around the first lease. */
record OperatorRaces(CampaignOperators operators, CampaignCluster cluster) {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** An operator's label is on its way when it is killed, and arrives when its successor has labelled another pod. */
    Runnable labelArrivesAfterItsOperator() {
        var first = cluster.anotherCandidate(0);
        var second = cluster.anotherCandidate(0, first);
        var held = holdNext(patchOf(first).and(request -> request.body().contains("\"true\"")));
        cluster.selectOnly(0, first);
        int sender = awaitSender(held);
        var restart = operators.kill(sender);
        operators.endElection();
        var everybody = cluster.selectOnly(0, second);
        return arrive(held.get(sender), second, () -> () -> {}, () -> {
            restart.run();
            everybody.run();
        });
    }

    /**
     * An operator that has not heard of its successor, by the API server or the database, is about to mark a pod when that
     * one labels another. No other pod has marks by which the late one could learn of it.
     */
    Runnable markArrivesAfterAnotherLabel() {
        var leader = cluster.leaderOf(0);
        var first = cluster.newcomer(0);
        var second = cluster.newcomer(0, first);
        var held = holdNext(patchOf(first));
        cluster.selectOnly(0, first);
        int sender = awaitSender(held);
        operators.network(sender).swallow();
        operators.api(sender).watches(CampaignFaults.PODS).forEach(ProxiedWatch::freeze);
        leader.ifPresent(cluster::remove);
        var deaf = operators.api(sender).rule(CampaignFaults.PODS.negate(), ApiRule.swallow());
        operators.endElection();
        var everybody = cluster.selectOnly(0, second);
        Supplier<Runnable> otherStandsStill = () -> operators.pause(1 - sender); // it would fence the late one's pod
        return arrive(held.get(sender), second, otherStandsStill, () -> {
            deaf.close();
            operators.network(sender).pass();
            everybody.run();
        });
    }

    /** The leader's pod is replaced by one of its name while every operator stands still. */
    Runnable replacePodUnseen() {
        var resumes = IntStream.range(0, CampaignPlan.OPERATORS)
                .mapToObj(operators::pause)
                .toList();
        try {
            cluster.replace(cluster.leaderOf(0).orElseThrow());
        } finally {
            resumes.forEach(Runnable::run);
        }
        return () -> {};
    }

    /** Lets a request go when another pod leads, and something has begun that ends with the fault. */
    private Runnable arrive(Held request, String other, Supplier<Runnable> meanwhile, Runnable end) {
        try {
            Eventually.until(
                    other + " leads",
                    PATIENCE,
                    () -> cluster.leaderOf(0).filter(other::equals).isPresent());
            var over = meanwhile.get();
            request.release();
            request.awaitAnswer();
            return () -> {
                over.run();
                end.run();
            };
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return end;
        } catch (RuntimeException | AssertionError never) {
            request.release();
            end.run();
            throw never;
        }
    }

    private List<Held> holdNext(Predicate<ApiProxy.Request> which) {
        return IntStream.range(0, CampaignPlan.OPERATORS)
                .mapToObj(operator -> operators.api(operator).holdNext(which))
                .toList();
    }

    /** Which operator sent what is held; the others' requests pass from now on. */
    private static int awaitSender(List<Held> held) {
        try {
            Eventually.until("it is sent", PATIENCE, () -> held.stream().anyMatch(Held::hasArrived));
        } finally {
            held.stream().filter(one -> !one.hasArrived()).forEach(Held::release);
        }
        return IntStream.range(0, held.size())
                .filter(operator -> held.get(operator).hasArrived())
                .findFirst()
                .orElseThrow();
    }

    private static Predicate<ApiProxy.Request> patchOf(String pod) {
        return request -> request.method().equals("PATCH")
                && request.path().endsWith("/pods/" + pod)
                && request.body().contains(CampaignCluster.lease(0));
    }
}
