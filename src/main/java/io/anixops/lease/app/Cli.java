package io.anixops.lease.app;

import io.anixops.lease.Printable;
import io.anixops.lease.app.Setting.Part;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line: what it has comes from {@link Setting}, what it says is picocli's. */
final class Cli {
    static final String NAME = "database-lease-operator";

    private static final String FORBIDDEN = "--database-password";

    private Cli() {}

    /**
     * What was asked for.
     *
     * @throws Mistake when the arguments make no sense
     */
    static ParseResult parse(String... args) {
        refusePassword(args);
        try {
            return commandLine().parseArgs(args);
        } catch (UnmatchedArgumentException unknown) {
            throw new Mistake(
                    "%s is not known: %s --help tells what is"
                            .formatted(nameOf(unknown.getUnmatched().get(0)), NAME),
                    unknown);
        } catch (OverwrittenOptionException twice) {
            throw new Mistake("%s is there twice: leave one of them out".formatted(nameOf(twice)), twice);
        } catch (ParameterException refused) {
            throw new Mistake(
                    "%s: %s --help tells what is known".formatted(Sentences.oneLine(refused.getMessage()), NAME),
                    refused);
        }
    }

    /** The settings among the arguments, those of a subcommand before those in front of it. */
    static Map<Setting, String> settingsIn(ParseResult result) {
        var found = new EnumMap<Setting, String>(Setting.class);
        for (var at = result; at != null; at = at.subcommand()) {
            for (var setting : Setting.values()) {
                Optional.ofNullable(at.matchedOptionValue(setting.flag(), (String) null))
                        .ifPresent(value -> found.put(setting, value));
            }
        }
        return found;
    }

    static CommandLine commandLine() {
        var schema = command("schema", "Creates or checks the lease table, for an administrator.", List.of())
                .addSubcommand(
                        "print",
                        command("print", "Prints the SQL that creates or upgrades the table.", Setting.of(Part.TABLE)))
                .addSubcommand("apply", command("apply", "Runs it.", Setting.of(Part.DATABASE, Part.TABLE)))
                .addSubcommand(
                        "check",
                        command(
                                "check",
                                "Looks whether the table is there and up to date.",
                                Setting.of(Part.DATABASE, Part.TABLE)));
        return new CommandLine(command(NAME, "Runs the operator.", List.of(Setting.values()))
                .addSubcommand("schema", schema)
                .addSubcommand("lease", LeaseOptions.spec())
                .addSubcommand(
                        "strip",
                        command(
                                "strip",
                                "Takes the operator's keys off all pods, before it is uninstalled.",
                                List.of(Setting.NAMESPACES, Setting.COORDINATION_NAMESPACE)))
                .addSubcommand("exec", ExecOptions.spec()));
    }

    static CommandSpec command(String name, String description, List<Setting> settings) {
        var spec = CommandSpec.create().name(name).mixinStandardHelpOptions(true);
        spec.usageMessage()
                .description(description)
                .width(110)
                .sortOptions(false)
                .abbreviateSynopsis(true);
        spec.usageMessage()
                .footer(
                        "",
                        "Every setting is an environment variable too; a flag goes before it.",
                        "Exit codes: 0 done, 1 it did not work this time, 2 a mistake of the caller's, 3 only a new process helps.");
        spec.version(NAME + " " + version());
        settings.forEach(setting -> spec.addOption(option(setting)));
        return spec;
    }

    private static OptionSpec option(Setting setting) {
        return OptionSpec.builder(setting.flag())
                .type(String.class)
                .paramLabel(setting.label())
                .description(
                        setting.meaning()
                                + setting.defaultValue()
                                        .map("; default: "::concat)
                                        .orElse(""),
                        "[" + setting.variable() + "]")
                .build();
    }

    private static String version() {
        return Optional.ofNullable(Cli.class.getPackage().getImplementationVersion())
                .orElse("(not packaged)");
    }

    /** Before anything is parsed, so that no message of the parser repeats it. */
    private static void refusePassword(String... args) {
        for (var arg : args) {
            if (arg.equals(FORBIDDEN) || arg.startsWith(FORBIDDEN + "=")) {
                throw new Mistake(FORBIDDEN + " does not exist, since others can read a command line:"
                        + " write the password into a file and name that with "
                        + Setting.DATABASE_PASSWORD_FILE.flag());
            }
        }
    }

    private static String nameOf(String argument) {
        return Printable.of(argument.split("=", 2)[0]);
    }

    private static String nameOf(OverwrittenOptionException twice) {
        return twice.getOverwritten() instanceof OptionSpec option ? option.longestName() : "an argument";
    }
}
