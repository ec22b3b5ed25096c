package io.anixops.lease.e2e;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A PgBouncer in transaction mode before a server, with its defaults: it refuses start-up options that it does not know. */
final class PgBouncer implements AutoCloseable {
    private final int port = Ports.next();
    private final Child child;

    private PgBouncer(int serverPort) {
        Path settings =
                Folders.write(Folders.temporary("pgbouncer").resolve("pgbouncer.ini"), """
                [databases]
                * = host=127.0.0.1 port=%d user=app
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                pool_mode = transaction
                default_pool_size = 3
                """.formatted(serverPort, port));
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "-U")); // it refuses to be root
        }
        command.addAll(List.of("pgbouncer", settings.toString()));
        child = Child.start("pgbouncer", Folders.logs("pgbouncer").resolve("pgbouncer.log"), Map.of(), command);
        Eventually.untilOr(child, "the pooler listens", () -> !Ports.isFree(port));
    }

    static PgBouncer before(int serverPort) {
        return new PgBouncer(serverPort);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        child.close();
    }
}
