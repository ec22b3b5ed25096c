package io.anixops.lease.demo;

import io.anixops.lease.operator.api.DatabaseLease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** What {@code kubectl get databaseleases} prints. */
final class LeaseTable {
    private static final String LINE = "%-18s %-14s %-21s %-4s %-6s %s";

    private LeaseTable() {}

    static String of(List<DatabaseLease> leases, Instant now) {
        if (leases.isEmpty()) {
            return "No resources found in control namespace.";
        }
        return leases.stream()
                .map(lease -> line(lease, now))
                .collect(Collectors.joining(
                        "\n", LINE.formatted("NAME", "LEADER", "EXPIRES", "TTL", "READY", "AGE") + "\n", ""));
    }

    private static String line(DatabaseLease lease, Instant now) {
        var status = lease.getStatus();
        var made = Instant.parse(lease.getMetadata().getCreationTimestamp());
        return LINE.formatted(
                lease.getMetadata().getName(),
                Objects.requireNonNullElse(status.leader(), ""),
                Objects.requireNonNullElse(status.expiresAt(), ""),
                lease.getSpec().ttlSeconds(),
                status.conditions().stream()
                        .filter(condition -> condition.getType().equals("Ready"))
                        .map(condition -> condition.getStatus())
                        .collect(Collectors.joining()),
                Math.max(0, Duration.between(made, now).toSeconds()) + "s");
    }
}
