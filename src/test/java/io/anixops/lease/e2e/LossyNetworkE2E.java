package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Packets between a process and its database that the kernel throws away, in a network namespace of their own. */
@EnabledIf("io.anixops.lease.e2e.RealCluster#isPossible")
class LossyNetworkE2E {
    private static final Duration TTL = Duration.ofSeconds(9);
    private static final Pattern LOST = Pattern.compile("packets (\\d+)");

    /** Every tenth, so that a run is as the one before. The pooler has the way out: a socket of the file system. */
    private static final String NETWORK = """
            ip link set lo up && nft -f - <<'END' || exit
            table inet lossy {
              counter lost { }
              chain in {
                type filter hook input priority 0;
                tcp dport 6432 numgen inc mod 10 == 0 counter name lost drop;
                tcp sport 6432 numgen inc mod 10 == 0 counter name lost drop;
              }
            }
            END
            unshare -U pgbouncer "$0" & exec "$@"
            """;

    private final WorkerRig rig = WorkerRig.withTtl(TTL);

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void a_network_that_loses_every_tenth_packet_costs_no_term() {
        try (var command = GuardedCommand.start(
                List.of("unshare", "-n", "--pid", "--fork", "--kill-child", "sh", "-c", NETWORK, pooler().toString()),
                Map.of(
                        "DBLEASE_DATABASE_URL",
                        "jdbc:postgresql://127.0.0.1:6432/%s?user=postgres"
                                .formatted(rig.database().name())),
                WorkerRig.LEASE,
                TTL,
                "nft list counter inet lossy lost;")) {
            command.awaitRunning();
            var token = rig.token();
            var lost = lost(command);
            var renewed = rig.versions().size() + 2;

            Eventually.until("it is renewed", () -> rig.versions().size() >= renewed);

            assertThat(lost(command)).as("packets").isGreaterThan(lost);
            assertThat(command.runs()).isTrue();
            assertThat(rig.token()).isEqualTo(token);
        }
    }

    private Path pooler() {
        return Folders.write(Folders.temporary("lossy").resolve("pgbouncer.ini"), """
                [databases]
                * = host=/tmp port=%d user=postgres
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = 6432
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                """.formatted(
                        rig.database().port()));
    }

    private static int lost(GuardedCommand command) {
        return LOST.matcher(command.said())
                .results()
                .map(found -> Integer.parseInt(found.group(1)))
                .reduce(0, (former, latest) -> latest);
    }
}
