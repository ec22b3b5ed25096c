package io.anixops.lease.postgres;

import io.anixops.lease.HolderInfo;
import io.anixops.lease.Lease;
import io.anixops.lease.LeaseName;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Rows as values. A foreign writer may have put anything into one, so nothing here throws for what a row holds. */
final class Rows {
    private static final Duration MOST = Duration.ofDays(36_500); // fits a count of nanoseconds

    private Rows() {}

    static Lease lease(ResultSet row) throws SQLException {
        var raw = record(row);
        return new Lease(
                LeaseName.of(raw.name()),
                raw.holder(),
                raw.token(),
                raw.acquiredAt(),
                raw.renewedAt(),
                raw.expiresAt(),
                raw.renewer(),
                raw.holderInfo(),
                raw.remaining());
    }

    static LeaseRecord record(ResultSet row) throws SQLException {
        var expiresAt = orPast(instant(row, "expires_at"));
        return new LeaseRecord(
                row.getString("name"),
                orEmpty(row.getString("holder")),
                row.getLong("token"),
                instant(row, "acquired_at"),
                instant(row, "renewed_at"),
                expiresAt,
                orEmpty(row.getString("renewer")),
                holderInfo(row),
                between(orPast(instant(row, "answered_at")), expiresAt));
    }

    /** What is said of a name that has no row. */
    static Lease none(LeaseName name) {
        return new Lease(name, "", 0, null, null, Instant.MIN, "", HolderInfo.UNKNOWN, MOST.negated());
    }

    /** PostgreSQL's infinities are the first and the last instant. */
    static OffsetDateTime column(Instant instant) {
        if (instant.equals(Instant.MAX)) {
            return OffsetDateTime.MAX;
        }
        return instant.equals(Instant.MIN) ? OffsetDateTime.MIN : instant.atOffset(ZoneOffset.UTC);
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        var value = row.getObject(column, OffsetDateTime.class);
        if (value == null) {
            return null;
        }
        if (value.equals(OffsetDateTime.MAX)) {
            return Instant.MAX;
        }
        return value.equals(OffsetDateTime.MIN) ? Instant.MIN : value.toInstant();
    }

    private static HolderInfo holderInfo(ResultSet row) throws SQLException {
        return new HolderInfo(
                row.getString("cluster"),
                row.getString("namespace"),
                row.getString("pod"),
                row.getString("uid"),
                row.getString("node"));
    }

    private static Duration between(Instant now, Instant end) {
        var remaining = Duration.between(now, end);
        if (remaining.compareTo(MOST) > 0) {
            return MOST;
        }
        return remaining.compareTo(MOST.negated()) < 0 ? MOST.negated() : remaining;
    }

    private static Instant orPast(@Nullable Instant instant) {
        return instant == null ? Instant.MIN : instant;
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
