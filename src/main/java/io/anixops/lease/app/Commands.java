package io.anixops.lease.app;

import io.anixops.lease.LeaseStoreException;
import io.anixops.lease.postgres.LeaseAdmin;
import io.anixops.lease.postgres.LeaseSchema;
import io.anixops.lease.postgres.PostgresLeaseStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Map;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Carries out what the command line asks for; each returns the exit code. */
final class Commands {
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Map<String, String> environment;
    private final PrintStream out;
    private final PrintStream err;

    Commands(Map<String, String> environment, PrintStream out, PrintStream err) {
        this.environment = environment;
        this.out = out;
        this.err = err;
    }

    int run(String... args) throws InterruptedException {
        var asked = Cli.parse(args);
        var help = CommandLine.executeHelpRequest(asked);
        if (help != null) {
            return help;
        }
        var given = new Given(Cli.settingsIn(asked), environment);
        return asked.hasSubcommand() ? subcommand(asked.subcommand(), given) : operator(given);
    }

    private int subcommand(ParseResult asked, Given given) throws InterruptedException {
        return switch (asked.commandSpec().name()) {
            case "exec" -> exec(ExecOptions.from(asked), given);
            case "lease" -> lease(LeaseOptions.from(asked), given);
            case "strip" -> strip(given);
            default -> schema(asked, given);
        };
    }

    /** Standard output belongs to the command that is run. */
    private int exec(ExecOptions options, Given given) throws InterruptedException {
        Logging.silence();
        var database = DatabaseSettings.from(given);
        try (var pools = Pools.open(database, new SimpleMeterRegistry(), System::nanoTime)) {
            var direct = pools.listener(); // for the few calls beside renewals: one connection each, and patient
            var store = new PostgresLeaseStore(direct, pools.renewals(), direct, OperatorSettings.table(given));
            return new ExecCommand(store, failed -> Sentences.about(failed, database), options, environment, err).run();
        }
    }

    private int lease(LeaseOptions options, Given given) {
        Logging.silence();
        var database = DatabaseSettings.from(given);
        var connections = new PhysicalConnections(database, new LoginBackoff(System::nanoTime));
        var admin = new LeaseAdmin(connections, OperatorSettings.table(given));
        try {
            return new LeaseCommands(admin, options, out).run();
        } catch (LeaseStoreException failed) {
            err.println(Sentences.about(failed, database));
            return Sentences.mayPass(failed) ? Main.FAILED : Main.MISTAKE;
        }
    }

    private int strip(Given given) throws InterruptedException {
        Logging.silence();
        try (var client = ApiServer.client(environment)) {
            return new StripCommand(client, given, out, err).run();
        }
    }

    private int operator(Given given) throws InterruptedException {
        var settings = OperatorSettings.from(given);
        Logging.start(settings.log());
        Thread.setDefaultUncaughtExceptionHandler(new LastResort());
        warnOfUnknownVariables();
        var process = new OperatorProcess(settings, ApiServer.client(environment), System::nanoTime);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeWithin(GRACE, process), "shutdown"));
        process.run();
        return Main.DONE;
    }

    private void warnOfUnknownVariables() {
        environment.keySet().stream()
                .filter(Setting::isUnknownVariable)
                .forEach(name -> LoggerFactory.getLogger(Commands.class)
                        .warn("environment variable {} is no setting of this program", name));
    }

    private int schema(ParseResult schema, Given given) {
        if (!schema.hasSubcommand()) {
            throw new Mistake(
                    "schema needs one of print, apply and check: %s schema --help tells more".formatted(Cli.NAME));
        }
        Logging.silence();
        var what = schema.subcommand().commandSpec().name();
        var table = OperatorSettings.table(given);
        if (what.equals("print")) {
            out.print(LeaseSchema.script(table));
            return Main.DONE;
        }
        var database = DatabaseSettings.from(given);
        var connections = new PhysicalConnections(database, new LoginBackoff(System::nanoTime));
        var step = new SchemaStep(connections, table, what.equals("apply"), database);
        return answer(step);
    }

    private int answer(SchemaStep step) {
        try {
            step.run();
            out.println("%s in %s is up to date"
                    .formatted(step.table(), step.database().url()));
            return Main.DONE;
        } catch (LeaseStoreException failed) {
            err.println(Sentences.about(failed, step.database()));
            return Sentences.mayPass(failed) ? Main.FAILED : Main.MISTAKE;
        }
    }

    private static void closeWithin(Duration grace, OperatorProcess process) {
        var closing = new Thread(process::close, "closing");
        closing.setDaemon(true);
        closing.start();
        try {
            closing.join(grace.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
