package io.anixops.lease.e2e;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** Carries faults out; each begins at once, and what is returned ends it. */
record CampaignFaults(
        CampaignProcesses workers, CampaignOperators operators, CampaignCluster cluster, CampaignServers servers) {
    static final Predicate<ApiProxy.Request> PODS =
            request -> request.path().startsWith("/api/v1/") && request.path().contains("/pods");

    Runnable begin(CampaignPlan.Injection injection) {
        int subject = injection.subject();
        var directed = new DirectedFaults(workers, servers);
        var races = new OperatorRaces(operators, cluster);
        return switch (injection.fault()) {
            case WORKER_NETWORK_SWALLOWS, OPERATOR_NETWORK_SWALLOWS -> BadNetwork.swallow(network(injection));
            case WORKER_NETWORK_SLOW, OPERATOR_NETWORK_SLOW -> BadNetwork.slow(network(injection));
            case WORKER_REQUESTS_HELD, OPERATOR_REQUESTS_HELD ->
                BadNetwork.hold(network(injection), TcpProxy.Direction.TO_SERVER);
            case WORKER_ANSWERS_HELD, OPERATOR_ANSWERS_HELD ->
                BadNetwork.hold(network(injection), TcpProxy.Direction.TO_CLIENT);
            case WORKER_NETWORK_RESETS, OPERATOR_NETWORK_RESETS -> BadNetwork.reset(network(injection));
            case WORKER_CONNECTIONS_CUT, OPERATOR_CONNECTIONS_CUT -> BadNetwork.cut(network(injection));
            case WORKER_CUT_BEFORE_A_REQUEST, OPERATOR_CUT_BEFORE_A_REQUEST ->
                BadNetwork.cutAt(network(injection), injection.turn(), false);
            case WORKER_CUT_AFTER_A_REQUEST, OPERATOR_CUT_AFTER_A_REQUEST ->
                BadNetwork.cutAt(network(injection), injection.turn(), true);
            case WORKER_REQUESTS_CLOSED, OPERATOR_REQUESTS_CLOSED ->
                BadNetwork.halfClose(network(injection), TcpProxy.Direction.TO_SERVER);
            case WORKER_ANSWERS_CLOSED, OPERATOR_ANSWERS_CLOSED ->
                BadNetwork.halfClose(network(injection), TcpProxy.Direction.TO_CLIENT);
            case WORKER_KILLED -> workers.kill(subject);
            case WORKER_PAUSED -> workers.pause(subject);
            case WORKER_TERMINATED -> workers.terminate(subject);
            case OPERATOR_KILLED -> operators.kill(subject);
            case OPERATOR_PAUSED -> operators.pause(subject);
            case OPERATOR_TERMINATED -> operators.terminate(subject);
            case API_PUTS_OFF -> rule(subject, request -> !request.isWatch(), ApiRule.putOff(1));
            case API_FAILS -> rule(subject, request -> !request.isWatch(), ApiRule.refuse(500, "InternalError"));
            case API_SLOW -> rule(subject, request -> !request.isWatch(), ApiRule.delay(Duration.ofMillis(700)));
            case API_SAYS_NOTHING -> rule(subject, request -> !request.isWatch(), ApiRule.swallow());
            case API_LISTS_THE_PAST -> listThePast(operators.api(subject));
            case API_WATCHES_EXPIRE -> {
                operators.api(subject).watches(PODS).forEach(ProxiedWatch::expire);
                yield () -> {};
            }
            case API_WATCHES_DIE -> {
                operators.api(subject).watches(PODS).forEach(ProxiedWatch::freeze);
                yield () -> {};
            }
            case API_WRITE_ARRIVES_LATE ->
                operators.api(subject).holdNext(request -> request.method().equals("PATCH") && PODS.test(request))
                        ::release;
            case DATABASE_STANDS_STILL -> servers.standStill();
            case DATABASE_KILLED -> servers.kill();
            case DATABASE_STOPPED -> servers.stop();
            case DATABASE_FAILED_OVER -> servers.failOver();
            case DATABASE_READ_ONLY -> {
                servers.role()
                        .asSuperuser("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()");
                yield () -> servers.role()
                        .asSuperuser("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()");
            }
            case DATABASE_WITHOUT_CONNECTIONS -> {
                servers.role().asSuperuser("ALTER ROLE app CONNECTION LIMIT 0");
                servers.role().endConnections();
                yield () ->
                        servers.role().asSuperuser("SET synchronous_commit = on", "ALTER ROLE app CONNECTION LIMIT -1");
            }
            case DATABASE_SESSIONS_ENDED -> {
                servers.role().endConnections();
                yield () -> {};
            }
            case DATABASE_ROW_LOCKED -> lockRows();
            case POD_DELETED -> cluster.deletePod();
            case POD_NOT_READY -> cluster.takeReadiness();
            case PODS_ROLLED -> cluster.roll();
            case RESOURCE_STEPPED_DOWN -> cluster.stepDown(subject);
            case RESOURCE_SUSPENDED -> cluster.suspend(subject);
            case RESOURCE_MADE_AGAIN -> cluster.makeAgain(subject);
            case RESOURCE_WITH_ANOTHER_TTL -> cluster.giveAnotherTtl(subject);
            case GRANT_HEARD_AFTER_A_PAUSE -> directed.grantHeardAfterAPause(subject);
            case RELEASE_ARRIVES_LATE -> directed.releaseArrivesLate(subject);
            case ROWS_LOCKED_OVER_THEIR_END -> directed.lockRowsOverTheirEnd();
            case FAILED_OVER_TO_ONE_THAT_LAGS -> directed.failOverToOneThatLags();
            case LABEL_ARRIVES_AFTER_ITS_OPERATOR -> races.labelArrivesAfterItsOperator();
            case MARK_ARRIVES_AFTER_ANOTHER_LABEL -> races.markArrivesAfterAnotherLabel();
            case POD_REPLACED_UNSEEN -> races.replacePodUnseen();
        };
    }

    private TcpProxy network(CampaignPlan.Injection injection) {
        return injection.fault().isOfOperators()
                ? operators.network(injection.subject())
                : workers.network(injection.subject());
    }

    private Runnable rule(int operator, Predicate<ApiProxy.Request> which, ApiRule.Deed deed) {
        return operators.api(operator).rule(which, deed)::close;
    }

    private static Runnable listThePast(ApiProxy api) {
        var past = api.get("/api/v1/pods");
        var rules = List.of(
                api.rule(
                        request -> request.isList() && request.path().equals("/api/v1/pods"),
                        ApiRule.answer(200, past)),
                api.rule(PODS.and(ApiProxy.Request::isWatch), ApiRule.delay(Duration.ofSeconds(2))));
        api.watches(PODS).forEach(ProxiedWatch::expire);
        return () -> rules.forEach(ApiRule::close);
    }

    private Runnable lockRows() {
        try {
            var connection = servers.role().superuser().dataSource().getConnection();
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("SELECT name FROM database_lease ORDER BY name LIMIT 5 FOR UPDATE");
            }
            return () -> {
                try (connection) {
                    connection.rollback();
                } catch (SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            };
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
