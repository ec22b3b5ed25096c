package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Nothing of the rig outlives its JVM. */
class NothingIsLeftE2E {
    @Test
    void after_kill_9_of_the_jvm_there_is_no_process_and_no_folder_of_it() {
        Path log = Folders.logs("killed").resolve("jvm.log");
        Path temporary = Folders.temporary("killed");
        var jvm = Child.start(
                "jvm",
                log,
                Map.of(),
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Rig.class.getName()));
        Eventually.untilOr(jvm, "the rig runs", () -> Files.readString(log).contains("RUNS"));
        assertThat(processesUnder(temporary)).hasSizeGreaterThanOrEqualTo(6); // and each has its keeper

        jvm.kill9();

        Eventually.until("no process is left", () -> processesUnder(temporary).isEmpty());
        Eventually.until("no folder is left", () -> foldersIn(temporary).isEmpty());
    }

    private static List<String> processesUnder(Path folder) {
        return ProcessHandle.allProcesses()
                .map(process -> commandLine(process.pid()))
                .filter(command -> command.contains(folder.toString()))
                .filter(command -> !command.contains("rm -rf")) // those that wait to remove the folders are ours
                .toList();
    }

    /** Empty for a process that is dead, also while nobody has taken notice of its death. */
    private static String commandLine(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException gone) {
            return "";
        }
    }

    private static List<Path> foldersIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().matches("(control-plane|test-postgres)-.*"))
                    .toList();
        }
    }

    /** A JVM with everything that the rig can start. */
    static final class Rig {
        private Rig() {}

        public static void main(String[] args) throws InterruptedException {
            ControlPlane.start();
            TestPostgres.shared().newDatabase();
            System.out.println("RUNS");
            Thread.sleep(Long.MAX_VALUE);
        }
    }
}
