package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API server that is late, refuses, forgets, lags or says nothing, as the operator meets it. */
class ApiFaultsE2E {
    private static final int TTL_SECONDS = 6;
    private static final Predicate<ApiProxy.Request> PODS =
            request -> request.path().startsWith("/api/v1/") && request.path().contains("/pods");
    private static final Predicate<ApiProxy.Request> WRITES =
            request -> !request.method().equals("GET")
                    && (PODS.test(request) || request.path().contains("/databaseleases/"));

    private static Stage stage;
    private static ApiProxy proxy;
    private static OperatorProcess operator;

    private Scene scene;
    private Leader first;

    @BeforeAll
    static void start() {
        stage = Stage.open();
        proxy = stage.proxy();
        operator = stage.operator(proxy);
    }

    @AfterAll
    static void stop() {
        stage.close();
        proxy.close();
    }

    @BeforeEach
    void aLeader() {
        scene = stage.scene("api-faults");
        scene.readyPod("a").readyPod("b").lease(TTL_SECONDS);
        first = scene.awaitLeader();
    }

    @AfterEach
    void nothingWasViolated() {
        scene.end();
    }

    @Test
    void a_slow_api_server_delays_a_hand_over_and_no_renewal() {
        var cost = scene.event(Event.API_SLOW);
        try (var slow = proxy.rule(request -> !request.isWatch(), ApiRule.delay(Duration.ofSeconds(1)))) {
            scene.setReady(first.name(), false);

            awaitNext();
        }
        cost.recovered();
        scene.assertTheRowWasNeverFree();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(ints = {429, 500, 503})
    void refused_writes_delay_a_hand_over_and_no_renewal_and_are_not_repeated_without_end(int code) {
        var cost = scene.event(Event.WRITES_REFUSED);
        var before = proxy.count(WRITES);
        var began = System.nanoTime();
        try (var refused = proxy.rule(WRITES, code == 429 ? ApiRule.putOff(1) : ApiRule.refuse(code, "Forged"))) {
            scene.setReady(first.name(), false);
            Eventually.until("some are refused", () -> proxy.count(WRITES) >= before + 3);
            awaitRenewals();
            assertThat(proxy.count(WRITES) - before)
                    .as("writes in %s", Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(20 * (1 + (System.nanoTime() - began) / 1_000_000_000));
        }
        cost.healed();

        awaitNext();
        cost.recovered();
        scene.assertTheRowWasNeverFree();
    }

    @Test
    void requests_without_an_answer_delay_a_hand_over_and_no_renewal() {
        var cost = scene.event(Event.REQUESTS_UNANSWERED);
        try (var swallowed = proxy.rule(PODS.and(request -> !request.isWatch()), ApiRule.swallow())) {
            scene.setReady(first.name(), false);
            awaitRenewals();
        }
        cost.healed();

        awaitNext();
        cost.recovered();
        scene.assertTheRowWasNeverFree();
    }

    @Test
    void a_watch_that_died_without_a_word_is_noticed_and_begun_anew() {
        proxy.watches(PODS).forEach(ProxiedWatch::freeze);
        var cost = scene.event(Event.WATCH_DEAD);

        scene.setReady(first.name(), false);

        awaitNext();
        cost.recovered();
        scene.assertTheRowWasNeverFree();
    }

    @Test
    void a_watch_that_cannot_go_on_is_begun_anew_with_a_list() {
        var lists = proxy.count(PODS.and(ApiProxy.Request::isList));
        var cost = scene.event(Event.WATCH_EXPIRED);
        proxy.watches(PODS).forEach(ProxiedWatch::expire);
        scene.setReady(first.name(), false);

        awaitNext();
        cost.recovered();
        assertThat(proxy.count(PODS.and(ApiProxy.Request::isList))).isGreaterThan(lists);
    }

    @Test
    void a_list_from_the_past_moves_nothing() {
        var past = proxy.get("/api/v1/pods");
        scene.setReady(first.name(), false);
        var next = awaitNext();
        scene.setReady(first.name(), true);
        var token = scene.row().token();
        var lists = proxy.count(PODS.and(ApiProxy.Request::isList));
        var cost = scene.event(Event.LIST_STALE);

        try (var stale = proxy.rule(
                        request -> request.isList() && request.path().equals("/api/v1/pods"),
                        ApiRule.answer(200, past));
                var late = proxy.rule(PODS.and(ApiProxy.Request::isWatch), ApiRule.delay(Duration.ofSeconds(2)))) {
            proxy.watches(PODS).forEach(ProxiedWatch::expire);
            Eventually.until("it is listed anew", () -> proxy.count(PODS.and(ApiProxy.Request::isList)) > lists);
            scene.changeSpec("{\"ttlSeconds\": 7}");
            awaitRenewals();
        }
        cost.healed();

        Eventually.until("pods are seen again", () -> operator.status("/readyz") == 200);
        assertThat(scene.awaitLeader()).isEqualTo(next);
        cost.recovered();
        assertThat(scene.row().token()).isEqualTo(token);
        assertThat(scene.leaders()).containsExactly(first, next);
    }

    @Test
    void while_pods_may_not_be_seen_nobody_is_chosen_and_readiness_says_so() throws IOException {
        var cost = scene.event(Event.RIGHTS_REVOKED);
        try (var revoked = proxy.rule(PODS, ApiRule.refuse(403, "Forbidden"))) {
            proxy.watches(PODS).forEach(ProxiedWatch::end);
            Eventually.until("it is not ready", () -> operator.status("/readyz") == 503);
            scene.setReady(first.name(), false);
            awaitRenewals();
            assertThat(scene.row().isHeldBy(first)).isTrue();
            assertThat(operator.status("/livez")).isEqualTo(200);
        }
        cost.healed();

        Eventually.until("it is ready", () -> operator.status("/readyz") == 200);
        awaitNext();
        cost.recovered();
        assertThat(operator.logged()).contains("what happens in the cluster is not seen");
    }

    private Leader awaitNext() {
        Eventually.until(
                "another pod leads after " + first,
                () -> !scene.watch().latest("main").orElseThrow().pod().equals(first));
        return scene.awaitLeader();
    }

    /** Two of them, so that one at least was sent after this began. */
    private void awaitRenewals() {
        for (int i = 0; i < 2; i++) {
            Instant before = scene.row().renewedAt();
            Eventually.until("it is renewed", () -> scene.row().renewedAt().isAfter(before));
        }
    }
}
