package io.anixops.lease.e2e;

/** Carries the light faults of a soak out; each begins at once, and what is returned ends it. */
record SoakFaults(SoakRig rig, int leases) {
    Runnable begin(SoakPlan.Injection injection) {
        int subject = injection.subject();
        var workers = rig.workers();
        return switch (injection.fault()) {
            case LEADER_DELETED -> deleteLeader(subject % leases);
            case LEADER_NOT_READY -> takeReadiness(subject % leases);
            case WATCHES_CUT -> {
                rig.api().watches(request -> true).forEach(ProxiedWatch::end);
                yield () -> {};
            }
            case API_PUTS_OFF -> rig.api().rule(request -> !request.isWatch(), ApiRule.putOff(1))::close;
            case API_FAILS ->
                rig.api().rule(request -> !request.isWatch(), ApiRule.refuse(500, "InternalError"))::close;
            case OPERATOR_CONNECTIONS_CUT -> BadNetwork.cut(rig.network());
            case OPERATOR_NETWORK_STALLS -> BadNetwork.hold(rig.network(), TcpProxy.Direction.TO_CLIENT);
            case WORKER_CONNECTIONS_CUT -> BadNetwork.cut(workers.network(subject));
            case WORKER_NETWORK_STALLS -> BadNetwork.hold(workers.network(subject), TcpProxy.Direction.TO_CLIENT);
            case DATABASE_RESTARTED -> {
                rig.server().startAgain();
                yield () -> {};
            }
        };
    }

    private Runnable deleteLeader(int lease) {
        var leader = leaderOf(lease);
        rig.population().kill(leader);
        return () -> rig.population().makePodAgain(leader);
    }

    private Runnable takeReadiness(int lease) {
        var leader = leaderOf(lease);
        rig.population().setReady(leader, false);
        return () -> rig.population().setReady(leader, true);
    }

    private String leaderOf(int lease) {
        return rig.population()
                .leaderOf(lease)
                .orElseThrow(() -> new IllegalStateException("nobody leads lease " + lease));
    }
}
