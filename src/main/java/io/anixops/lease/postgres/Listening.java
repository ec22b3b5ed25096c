package io.anixops.lease.postgres;

import io.anixops.lease.LeaseName;
import io.anixops.lease.Printable;
import io.anixops.lease.VmFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread that listens on one channel until it is ended, over as many connections as that takes. */
final class Listening implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);
    private static final int REPLY_MILLIS = 5_000;
    private static final int POLL_MILLIS = 250;
    private static final int POLL_MILLIS_WHILE_HINTS_WAIT = 20;
    private static final long CHECK_NANOS = Duration.ofSeconds(10).toNanos();
    private static final long TELL_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final DataSource source;
    private final String channel;
    private final LongSupplier nanoTime;
    private final Consumer<Optional<LeaseName>> tell;
    private final Runnable tellNewcomers;
    private final Hints hints = new Hints();
    private final CountDownLatch ended = new CountDownLatch(1);
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private boolean failing;
    private long toldAt;

    private Listening(
            DataSource source,
            String channel,
            LongSupplier nanoTime,
            Consumer<Optional<LeaseName>> tell,
            Runnable tellNewcomers) {
        this.source = source;
        this.channel = channel;
        this.nanoTime = nanoTime;
        this.tell = tell;
        this.tellNewcomers = tellNewcomers;
    }

    static Listening start(
            DataSource source,
            String channel,
            LongSupplier nanoTime,
            Consumer<Optional<LeaseName>> tell,
            Runnable tellNewcomers) {
        var listening = new Listening(source, channel, nanoTime, tell, tellNewcomers);
        var thread = new Thread(listening, "lease-listener");
        thread.setDaemon(true);
        thread.start();
        return listening;
    }

    /** Ends it soon, and lets its connection go. */
    void end() {
        ended.countDown();
    }

    @Override
    public void run() {
        while (!isEnded()) {
            try (var connection = source.getConnection()) {
                listen(connection);
            } catch (Throwable e) { // an Error too: nothing but the last subscriber's leaving ends it
                VmFailure.tell(e);
                tellOfOutage(e);
                pause();
            }
        }
    }

    /** At its beginning, and once a minute while it goes on. */
    private void tellOfOutage(Throwable failure) {
        var now = nanoTime.getAsLong();
        if (!failing || now - toldAt > TELL_NANOS) {
            LOG.warn("not listening for changes of leases, trying again until it works: {}", text(failure));
            toldAt = now;
        }
        failing = true;
    }

    private void tellOfItsEnd() {
        if (failing) {
            LOG.info("listening for changes of leases again");
        }
        failing = false;
    }

    private void listen(Connection connection) throws SQLException {
        connection.setAutoCommit(true);
        connection.setNetworkTimeout(Runnable::run, REPLY_MILLIS);
        try (var statement = connection.createStatement()) {
            statement.execute("LISTEN \"%s\"".formatted(channel)); // a checked name
        }
        tellOfItsEnd();
        tell.accept(Optional.empty());
        pauseMillis = FIRST_PAUSE_MILLIS;
        hear(connection, connection.unwrap(PGConnection.class));
    }

    private void hear(Connection connection, PGConnection notifications) throws SQLException {
        var checked = nanoTime.getAsLong();
        while (!isEnded()) {
            tellNewcomers.run();
            var wait = hints.areWaiting() ? POLL_MILLIS_WHILE_HINTS_WAIT : POLL_MILLIS;
            passOn(notifications.getNotifications(wait));
            if (nanoTime.getAsLong() - checked > CHECK_NANOS) {
                requireAlive(connection);
                checked = nanoTime.getAsLong();
            }
        }
    }

    private void passOn(PGNotification[] notifications) {
        for (var notification : notifications) {
            nameIn(notification)
                    .filter(name -> hints.isFirst(name, nanoTime.getAsLong()))
                    .ifPresent(name -> tell.accept(Optional.of(name)));
        }
        hints.dueAt(nanoTime.getAsLong()).forEach(name -> tell.accept(Optional.of(name)));
    }

    /** Anybody may send anything: what is no name is nothing. */
    private static Optional<LeaseName> nameIn(PGNotification notification) {
        try {
            return Optional.of(LeaseName.of(notification.getParameter()));
        } catch (IllegalArgumentException e) {
            LOG.debug("a notification that names no lease: {}", e.getMessage());
            return Optional.empty();
        }
    }

    private static void requireAlive(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        }
    }

    private boolean isEnded() {
        return ended.getCount() == 0;
    }

    /** Twice as long each time, and never in step with others. */
    private void pause() {
        var millis = ThreadLocalRandom.current().nextLong(pauseMillis / 2, pauseMillis + 1);
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        try {
            if (ended.await(millis, TimeUnit.MILLISECONDS)) {
                LOG.debug("no longer listening for changes of leases");
            }
        } catch (InterruptedException e) {
            LOG.debug("interrupted: no longer listening for changes of leases", e);
            Thread.currentThread().interrupt();
            end();
        }
    }

    private static String text(Throwable failure) {
        return Printable.of(failure.toString());
    }
}
