package io.anixops.lease.e2e;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A command under {@code exec} of the packaged program: it does nothing but run, and tells when it begins and ends. */
final class GuardedCommand implements AutoCloseable {
    private static final String COMMAND =
            "trap 'echo it ends; exit' TERM; echo it runs; while kill -0 $PPID; do %s sleep 0.1; done";

    private final Child child;

    private GuardedCommand(Child child) {
        this.child = child;
    }

    static GuardedCommand start(Map<String, String> clock, String lease, Duration ttl, Map<String, String> settings) {
        Map<String, String> environment = new HashMap<>(clock);
        environment.putAll(settings);
        return start(List.of(), environment, lease, ttl, "");
    }

    /**
     * @param around what the program is started by, as unshare with its arguments; empty for nothing
     * @param each what the command does every tenth of a second
     */
    static GuardedCommand start(
            List<String> around, Map<String, String> environment, String lease, Duration ttl, String each) {
        List<String> command = new ArrayList<>(around);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx96m",
                "-jar",
                System.getProperty("operator.jar", "target/database-lease-operator.jar"),
                "exec",
                "--lease=" + lease,
                "--ttl=" + ttl.toSeconds() + "s",
                "sh",
                "-c",
                COMMAND.formatted(each)));
        Path log = Folders.logs("exec").resolve("exec.log");
        return new GuardedCommand(Child.start("exec", log, environment, command));
    }

    void awaitRunning() {
        Eventually.untilOr(child, "the command runs", this::runs);
    }

    boolean runs() {
        return said().contains("it runs") && !said().contains("it ends");
    }

    String said() {
        return Folders.read(child.log());
    }

    @Override
    public void close() {
        child.close(); // the command sees that its parent has gone
    }
}
