package io.anixops.lease.app;

import io.anixops.lease.HolderId;
import io.anixops.lease.InstanceId;
import io.anixops.lease.operator.OperatorOptions;
import io.anixops.lease.operator.SharedLeases;
import io.anixops.lease.postgres.TableName;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that the operator is told at its start, checked. */
record OperatorSettings(
        DatabaseSettings database,
        TableName table,
        boolean ensuresSchema,
        OperatorOptions options,
        InetSocketAddress http,
        LogSettings log) {
    private static final Duration LEAST_SILENCE = Duration.ofSeconds(1);
    private static final Duration MOST_SILENCE = Duration.ofHours(24);

    static OperatorSettings from(Given given) {
        return new OperatorSettings(
                DatabaseSettings.from(given),
                table(given),
                given.read(Setting.SCHEMA, text -> Values.oneOf(text, List.of("ensure", "check")))
                        .equals("ensure"),
                options(given),
                http(given),
                LogSettings.from(given));
    }

    static TableName table(Given given) {
        return given.read(Setting.TABLE, TableName::of);
    }

    private static OperatorOptions options(Given given) {
        return new OperatorOptions(
                given.readOptional(Setting.NAMESPACES, Values::namespaces).orElse(Set.of()),
                given.readOptional(Setting.INSTANCE, HolderId::of).orElseGet(InstanceId::create),
                given.readOptional(Setting.CLUSTER_NAME, Values::clusterName).orElse(null),
                given.read(Setting.STATUS_WRITES_PER_SECOND, text -> Values.number(text, 1, 10_000)),
                given.read(Setting.API_REQUESTS_PER_SECOND, text -> Values.number(text, 10, 10_000)),
                given.read(Setting.API_SILENCE_LIMIT, text -> Values.duration(text, LEAST_SILENCE, MOST_SILENCE)),
                coordinationNamespace(given),
                given.read(Setting.PER_LEASE_METRICS, text -> Values.oneOf(text, List.of("true", "false")))
                        .equals("true"),
                given.readOptional(Setting.SHARED_LEASES, SharedLeases::of).orElse(SharedLeases.NONE),
                given.read(Setting.HOLDERS_WITHOUT_INFO, text -> Values.oneOf(text, List.of("match", "ignore")))
                        .equals("match"));
    }

    static @Nullable String coordinationNamespace(Given given) {
        return given.readOptional(Setting.COORDINATION_NAMESPACE, Values::namespace)
                .or(() -> Optional.ofNullable(given.environment().get("POD_NAMESPACE")))
                .filter(namespace -> !namespace.isBlank())
                .orElse(null);
    }

    private static InetSocketAddress http(Given given) {
        int port = given.read(Setting.HTTP_PORT, text -> Values.number(text, 0, 65535));
        return given.read(Setting.HTTP_ADDRESS, text -> Values.address(text, port));
    }
}
