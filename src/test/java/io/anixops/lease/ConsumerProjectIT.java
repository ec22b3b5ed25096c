package io.anixops.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.anixops.lease.postgres.TestPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An empty Maven project, which has nothing but this artifact as a dependency, builds the programs that the documents
 * show, and runs one.
 */
class ConsumerProjectIT {
    /** What this project's build has fetched comes first, so that nothing is fetched twice, or at all without a net. */
    private static final String SETTINGS = """
            <settings>
              <profiles><profile><id>near</id>
                <repositories>
                  <repository><id>built</id><url>%1$s</url><snapshots><enabled>true</enabled></snapshots></repository>
                  <repository><id>fetched</id><url>%2$s</url></repository>
                </repositories>
                <pluginRepositories>
                  <pluginRepository><id>fetched</id><url>%2$s</url></pluginRepository>
                </pluginRepositories>
              </profile></profiles>
              <activeProfiles><activeProfile>near</activeProfile></activeProfiles>
            </settings>
            """;

    private static final String POM = """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>example</groupId>
              <artifactId>consumer</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>io.anixops</groupId>
                  <artifactId>database-lease-operator</artifactId>
                  <version>%s</version>
                </dependency>
              </dependencies>
              <build><plugins>%s</plugins></build>
            </project>
            """;

    private static final Path BASE = Path.of(System.getProperty("project.basedir", "."));

    @TempDir
    Path folder;

    @Test
    void an_empty_project_elects_a_leader_and_gets_nothing_of_the_operator() throws Exception {
        publish();
        writeConsumer();

        run(maven());

        assertThat(dependencies())
                .contains("io.anixops:database-lease-operator", "org.postgresql:postgresql", "org.slf4j:slf4j-api")
                .isSubsetOf(
                        "io.anixops:database-lease-operator",
                        "org.checkerframework:checker-qual", // of the driver
                        "org.jspecify:jspecify",
                        "org.postgresql:postgresql",
                        "org.slf4j:slf4j-api");
        var database = TestPostgres.shared().newDatabase();
        assertThat(runUntilItWorks(program(database))).contains("a job, with token ");
        assertThat(isReleased(database)).isTrue();
    }

    /** Puts pom and jar where Maven looks for them, without touching anybody's local repository. */
    private void publish() throws IOException {
        var version = version();
        var place = folder.resolve("built/io/anixops/database-lease-operator").resolve(version);
        Files.createDirectories(place);
        var file = "database-lease-operator-" + version;
        Files.copy(Path.of(System.getProperty("operator.jar")), place.resolve(file + ".jar"));
        Files.copy(BASE.resolve("pom.xml"), place.resolve(file + ".pom"));
    }

    private void writeConsumer() throws IOException {
        var plugins = List.of("maven-resources-plugin", "maven-compiler-plugin", "maven-dependency-plugin");
        var pinned = new StringBuilder();
        for (var plugin : plugins) {
            pinned.append("<plugin><artifactId>%s</artifactId><version>%s</version></plugin>"
                    .formatted(plugin, firstInPom("<artifactId>" + plugin + "</artifactId>\\s*<version>([^<]+)<")));
        }
        var sources = Files.createDirectories(folder.resolve("src/main/java"));
        for (var example : List.of("Jobs.java", "Reports.java")) {
            Files.copy(BASE.resolve("docs/examples").resolve(example), sources.resolve(example));
        }
        Files.writeString(folder.resolve("pom.xml"), POM.formatted(version(), pinned));
        var fetched = Path.of(System.getProperty("maven.fetched")).toUri();
        Files.writeString(
                folder.resolve("settings.xml"),
                SETTINGS.formatted(folder.resolve("built").toUri(), fetched));
    }

    private List<String> maven() {
        var mvn = File.separatorChar == '\\' ? "mvn.cmd" : "mvn";
        return List.of(
                Path.of(System.getProperty("maven.home"), "bin", mvn).toString(),
                "-B",
                "-q",
                "-s",
                "settings.xml",
                "-gs",
                "settings.xml",
                "-Dmaven.repo.local=" + folder.resolve("local"),
                "-DincludeScope=runtime",
                "-DoutputFile=dependencies.txt",
                "-Dmdep.outputFile=classpath.txt",
                "compile",
                "dependency:list",
                "dependency:build-classpath");
    }

    private List<String> program(TestPostgres.Database database) throws IOException {
        var classpath = folder.resolve("target/classes")
                + File.pathSeparator
                + Files.readString(folder.resolve("classpath.txt")).strip();
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(java, "-cp", classpath, "Jobs", database.jdbcUrl());
    }

    private List<String> dependencies() throws IOException {
        var listed = Pattern.compile("^\\s+([^:\\s]+:[^:\\s]+):jar:");
        return Files.readAllLines(folder.resolve("dependencies.txt")).stream()
                .map(listed::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .toList();
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        var process = start(command);
        try {
            assertThat(process.waitFor(3, TimeUnit.MINUTES))
                    .as("%s ends", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(output()).isZero();
        return output();
    }

    /** Asks the program to end once it has said something. */
    private String runUntilItWorks(List<String> command) throws IOException, InterruptedException {
        var process = start(command);
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> output().contains("token") || !process.isAlive());
            process.destroy();
            assertThat(process.waitFor(1, TimeUnit.MINUTES))
                    .as("%s ends", command)
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        return output();
    }

    private Process start(List<String> command) throws IOException {
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output.txt").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_ARGS");
        return builder.start();
    }

    private String output() throws IOException {
        return Files.readString(folder.resolve("output.txt"));
    }

    private static boolean isReleased(TestPostgres.Database database) throws SQLException {
        try (var connection = database.dataSource().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT expires_at <= clock_timestamp() FROM database_lease WHERE name = 'jobs'")) {
            return rows.next() && rows.getBoolean(1);
        }
    }

    private static String version() throws IOException {
        return firstInPom("<artifactId>database-lease-operator</artifactId>\\s*<version>([^<]+)<");
    }

    private static String firstInPom(String pattern) throws IOException {
        var match = Pattern.compile(pattern).matcher(Files.readString(BASE.resolve("pom.xml")));
        assertThat(match.find()).as(pattern).isTrue();
        return match.group(1);
    }
}
