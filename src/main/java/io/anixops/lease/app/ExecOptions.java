package io.anixops.lease.app;

import io.anixops.lease.LeaseName;
import io.anixops.lease.Printable;
import io.anixops.lease.Timing;
import io.anixops.lease.app.Setting.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * What {@code exec} was asked for.
 *
 * @param patience how long to wait for a lease that another has; empty: as long as it takes
 */
record ExecOptions(LeaseName lease, Timing timing, Optional<Duration> patience, List<String> command) {
    private static final String LEASE = "--lease";
    private static final String TTL = "--ttl";
    private static final String WAIT = "--wait";
    private static final String SKIP = "--skip-if-held";
    private static final Duration LONGEST_WAIT = Duration.ofHours(24);

    static CommandSpec spec() {
        var spec = Cli.command(
                "exec", "Runs a command only while it holds a lease.", Setting.of(Part.DATABASE, Part.TABLE));
        spec.parser().stopAtPositional(true); // what follows belongs to the command
        spec.addOption(text(LEASE, "NAME", "row name of the lease, as namespace/name or a name alone; required"))
                .addOption(text(TTL, "DURATION", "how long the lease outlives a dead holder, 1s to 24h; default: 30s"))
                .addOption(text(WAIT, "DURATION", "how long to wait for it, to 24h; none: as long as it takes"))
                .addOption(OptionSpec.builder(SKIP)
                        .type(boolean.class)
                        .description("do not wait: end with code " + ExecCommand.HELD + " when another has it")
                        .build())
                .addPositional(PositionalParamSpec.builder()
                        .type(String[].class)
                        .arity("0..*")
                        .paramLabel("COMMAND")
                        .description(
                                "what to run, with its arguments. It finds LEASE_NAME, LEASE_TOKEN and LEASE_HOLDER in its"
                                        + " environment. When the lease is lost it gets SIGTERM, and SIGKILL an eighth of the"
                                        + " TTL later.")
                        .build());
        spec.usageMessage()
                .customSynopsis("database-lease-operator exec --lease=NAME [OPTIONS] [--] COMMAND [ARGUMENTS]")
                .footer(
                        "",
                        "Exit codes: the command's own; " + ExecCommand.HELD + " another has the lease, "
                                + ExecCommand.LOST + " the lease was lost, " + ExecCommand.SILENT
                                + " no answer from the database,",
                        ExecCommand.NOT_EXECUTABLE + " the command cannot be executed, " + ExecCommand.NOT_FOUND
                                + " it is not found, 2 a mistake of the caller's.");
        return spec;
    }

    static ExecOptions from(ParseResult asked) {
        var command = List.of(asked.matchedPositionalValue(0, new String[0]));
        if (command.isEmpty()) {
            throw new Mistake("exec needs a command to run: %s exec --lease=NAME -- COMMAND".formatted(Cli.NAME));
        }
        if (asked.hasMatchedOption(SKIP) && asked.hasMatchedOption(WAIT)) {
            throw new Mistake("%s and %s exclude each other: leave one of them out".formatted(SKIP, WAIT));
        }
        var lease = read(asked, LEASE, LeaseName::of)
                .orElseThrow(() -> new Mistake(LEASE + " is missing: it names the lease to hold"));
        var timing = Timing.ofTtl(read(asked, TTL, text -> Values.duration(text, Timing.MIN_TTL, Timing.MAX_TTL))
                .orElse(Duration.ofSeconds(30)));
        return new ExecOptions(lease, timing, patience(asked), command);
    }

    /** Time for the command to end by itself once it is told to. */
    Duration grace() {
        return timing.stopWithin().multipliedBy(3).dividedBy(4);
    }

    private static Optional<Duration> patience(ParseResult asked) {
        return asked.hasMatchedOption(SKIP)
                ? Optional.of(Duration.ZERO)
                : read(asked, WAIT, text -> Values.duration(text, Duration.ZERO, LONGEST_WAIT));
    }

    private static <T> Optional<T> read(ParseResult asked, String flag, Function<String, T> reader) {
        return Optional.ofNullable(asked.matchedOptionValue(flag, (String) null))
                .map(text -> {
                    try {
                        return reader.apply(text);
                    } catch (IllegalArgumentException refused) {
                        throw new Mistake(
                                "%s is '%s': %s".formatted(flag, Printable.of(text), refused.getMessage()), refused);
                    }
                });
    }

    private static OptionSpec text(String flag, String label, String meaning) {
        return OptionSpec.builder(flag)
                .type(String.class)
                .paramLabel(label)
                .description(meaning)
                .build();
    }
}
