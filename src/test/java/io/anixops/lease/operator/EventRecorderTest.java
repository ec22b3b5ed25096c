package io.anixops.lease.operator;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.anixops.lease.HolderId;
import io.anixops.lease.operator.EventRecorder.Dropped;
import io.anixops.lease.operator.api.DatabaseLease;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class EventRecorderTest {
    private static final Instant START = Instant.parse("2026-11-30T12:00:00.5Z");
    private static final EventNote ELECTED = EventNote.of(EventReason.LEADER_ELECTED, "pod a leads, with token 1");

    private final MockApi api = new MockApi();
    private final Recorded recorded = new Recorded(api.client());
    private final List<Dropped> dropped = new ArrayList<>();
    private Duration passed = Duration.ZERO;
    private boolean spare = true;
    private final EventRecorder recorder = recorder("operator-1");
    private final DatabaseLease lease = api.apply("jobs");

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void an_event_is_complete() {
        record(ELECTED);

        var event = recorded.all().get(0);
        assertThat(event.getReason()).isEqualTo("LeaderElected");
        assertThat(event.getType()).isEqualTo("Normal");
        assertThat(event.getNote()).isEqualTo("pod a leads, with token 1");
        assertThat(event.getAction()).isNotEmpty();
        assertThat(event.getReportingController()).isEqualTo("lease.anixops.io/database-lease-operator");
        assertThat(event.getReportingInstance()).isEqualTo("operator-1");
        assertThat(event.getEventTime().getTime()).isEqualTo("2026-11-30T12:00:00.500000Z");
        assertThat(event.getRegarding().getKind()).isEqualTo("DatabaseLease");
        assertThat(event.getRegarding().getApiVersion()).isEqualTo("lease.anixops.io/v1");
        assertThat(event.getRegarding().getNamespace()).isEqualTo(MockApi.NAMESPACE);
        assertThat(event.getRegarding().getName()).isEqualTo("jobs");
        assertThat(event.getRegarding().getUid()).isEqualTo(lease.getMetadata().getUid());
        assertThat(event.getSeries()).isNull();
    }

    @Test
    void nothing_is_written_by_whoever_records() {
        recorder.record(lease, ELECTED);

        assertThat(recorded.all()).isEmpty();
    }

    @Test
    void what_is_told_again_within_minutes_is_a_series_of_one_event() {
        record(ELECTED);
        passed = Duration.ofMinutes(5);
        record(ELECTED);
        passed = Duration.ofMinutes(10);
        record(ELECTED);

        assertThat(recorded.all()).hasSize(1);
        var series = recorded.all().get(0).getSeries();
        assertThat(series.getCount()).isEqualTo(3);
        assertThat(series.getLastObservedTime().getTime()).isEqualTo("2026-11-30T12:10:00.500000Z");
    }

    @Test
    void events_are_written_without_being_read_for_which_there_is_no_right() {
        api.requests();

        record(ELECTED);
        record(ELECTED);

        assertThat(api.requests())
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("POST /apis/events.k8s.io/v1/"),
                        second -> assertThat(second).startsWith("PATCH /apis/events.k8s.io/v1/"));
    }

    @Test
    void what_is_told_again_much_later_is_another_event() {
        record(ELECTED);
        passed = Duration.ofMinutes(6).plusNanos(1);
        record(ELECTED);

        assertThat(recorded.all()).hasSize(2);
    }

    @Test
    void another_note_or_another_resource_is_another_event() {
        record(ELECTED);
        record(EventNote.of(EventReason.LEADER_ELECTED, "pod a leads, with token 2"));
        recorder.record(api.apply("other"), ELECTED);
        recorder.tick();

        assertThat(recorded.all()).hasSize(3);
    }

    @Test
    void a_series_whose_event_was_deleted_begins_anew() {
        record(ELECTED);
        recorded.deleteAll();
        record(ELECTED);

        assertThat(recorded.all()).hasSize(1);
    }

    @Test
    void a_talkative_resource_is_held_back_and_its_first_warning_is_seen_all_the_same() {
        IntStream.range(0, 50).forEach(i -> record(EventNote.of(EventReason.HANDED_OVER, "move " + i)));
        assertThat(recorded.all()).hasSize(12);

        record(EventNote.of(EventReason.NO_CANDIDATE, "nobody"));
        record(EventNote.of(EventReason.NO_CANDIDATE, "nobody else"));
        assertThat(recorded.notesOf(EventReason.NO_CANDIDATE)).containsExactly("nobody");
        assertThat(dropped).hasSize(39).containsOnly(Dropped.RATE);

        passed = Duration.ofSeconds(30);
        record(EventNote.of(EventReason.NO_CANDIDATE, "nobody at all"));
        assertThat(recorded.notesOf(EventReason.NO_CANDIDATE)).containsExactlyInAnyOrder("nobody", "nobody at all");
    }

    @Test
    void all_resources_together_are_written_at_a_bounded_rate_and_none_is_lost() {
        var leases = IntStream.range(0, 130)
                .mapToObj(i -> MockApi.lease("l" + i, 30))
                .peek(lease -> lease.getMetadata().setUid(lease.getMetadata().getName()))
                .toList();
        leases.forEach(lease -> recorder.record(lease, ELECTED));

        recorder.tick();
        assertThat(recorded.all()).hasSize(100);

        passed = Duration.ofSeconds(1);
        recorder.tick();
        assertThat(recorded.all()).hasSize(125);

        passed = Duration.ofSeconds(2);
        recorder.tick();
        assertThat(recorded.all()).hasSize(130);
        assertThat(dropped).isEmpty();
    }

    @Test
    void more_than_the_queue_holds_is_counted_and_takes_no_memory() {
        IntStream.range(0, EventRecorder.MOST_PENDING + 3).forEach(i -> recorder.record(lease, ELECTED));

        assertThat(dropped).hasSize(3).containsOnly(Dropped.QUEUE);
    }

    @Test
    void an_api_server_that_is_not_there_costs_the_event_and_one_line_in_the_log() {
        var log = new ListAppender<ILoggingEvent>();
        log.start();
        var logger = (Logger) LoggerFactory.getLogger(EventRecorder.class);
        logger.addAppender(log);
        try (var nowhere = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:1")
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build()) {
            var cutOff = recorder(nowhere, "operator-1");
            cutOff.record(lease, ELECTED);
            cutOff.record(lease, ELECTED);
            cutOff.tick();
            cutOff.tick();
        } finally {
            logger.detachAppender(log);
        }

        assertThat(dropped).containsExactly(Dropped.FAILURE, Dropped.FAILURE);
        assertThat(log.list).hasSize(1);
    }

    @Test
    void a_refused_event_does_not_hold_up_the_next_one() {
        var nameless = MockApi.lease("jobs", 30);
        nameless.getMetadata().setNamespace(null);
        recorder.record(nameless, ELECTED);
        recorder.record(lease, ELECTED);

        recorder.tick();
        recorder.tick();

        assertThat(recorded.all()).hasSize(1);
    }

    @Test
    void a_long_instance_is_cut_to_what_the_api_server_takes() {
        var other = recorder("i".repeat(200));

        other.record(lease, ELECTED);
        other.tick();

        assertThat(recorded.all().get(0).getReportingInstance()).hasSize(128);
    }

    private void record(EventNote note) {
        recorder.record(lease, note);
        recorder.tick();
    }

    @Test
    void while_the_api_server_is_asked_for_what_cannot_wait_an_event_waits() {
        spare = false;
        record(ELECTED);
        assertThat(recorded.all()).isEmpty();

        spare = true;
        recorder.tick();

        assertThat(recorded.all()).hasSize(1);
    }

    private EventRecorder recorder(String instance) {
        return recorder(api.client(), instance);
    }

    private EventRecorder recorder(KubernetesClient client, String instance) {
        return new EventRecorder(
                new EventWriter(client, HolderId.of(instance)),
                () -> spare,
                () -> START.plus(passed),
                () -> passed.toNanos(),
                dropped::add);
    }
}
