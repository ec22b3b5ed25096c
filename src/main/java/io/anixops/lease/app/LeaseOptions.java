package io.anixops.lease.app;

import io.anixops.lease.Printable;
import io.anixops.lease.app.Setting.Part;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * What {@code lease} was asked for.
 *
 * @param name a row name, or the beginning of some for {@code list}
 */
record LeaseOptions(Verb verb, String name, boolean json, boolean force) {
    private static final String OUTPUT = "--output";
    private static final String FORCE = "--force";

    enum Verb {
        LIST,
        SHOW,
        RELEASE
    }

    static CommandSpec spec() {
        var list = verb("list", "Lists the leases, by name.")
                .addPositional(name("PREFIX", "only those whose names begin so, as namespace/"));
        var show = verb("show", "Shows one lease.").addPositional(name("NAME", "its row name, as namespace/name"));
        var release = verb("release", "Ends the running term of a lease, whoever holds it.")
                .addPositional(name("NAME", "its row name, as namespace/name"))
                .addOption(OptionSpec.builder(FORCE)
                        .type(boolean.class)
                        .description(
                                "do it: the holder works on until it notices, and another may have the lease at once")
                        .build());
        return Cli.command("lease", "Looks at the leases in the table, for an administrator.", List.of())
                .addSubcommand("list", list)
                .addSubcommand("show", show)
                .addSubcommand("release", release);
    }

    static LeaseOptions from(ParseResult asked) {
        if (!asked.hasSubcommand()) {
            throw new Mistake(
                    "lease needs one of list, show and release: %s lease --help tells more".formatted(Cli.NAME));
        }
        var sub = asked.subcommand();
        var verb = switch (sub.commandSpec().name()) {
            case "list" -> Verb.LIST;
            case "show" -> Verb.SHOW;
            default -> Verb.RELEASE;
        };
        var name = sub.matchedPositionalValue(0, "");
        if (name.isEmpty() && verb != Verb.LIST) {
            throw new Mistake("lease %s needs a name: 'lease list' shows them"
                    .formatted(sub.commandSpec().name()));
        }
        return new LeaseOptions(verb, name, isJson(sub), sub.hasMatchedOption(FORCE));
    }

    private static boolean isJson(ParseResult asked) {
        var form = asked.matchedOptionValue(OUTPUT, "text");
        if (!List.of("text", "json").contains(form)) {
            throw new Mistake("%s is '%s': it must be one of text, json".formatted(OUTPUT, Printable.of(form)));
        }
        return form.equals("json");
    }

    private static CommandSpec verb(String verb, String description) {
        return Cli.command(verb, description, Setting.of(Part.DATABASE, Part.TABLE))
                .addOption(OptionSpec.builder("-o", OUTPUT)
                        .type(String.class)
                        .paramLabel("FORM")
                        .description("text or json; default: text")
                        .build());
    }

    private static PositionalParamSpec name(String label, String description) {
        return PositionalParamSpec.builder()
                .type(String.class)
                .arity("0..1")
                .index("0")
                .paramLabel(label)
                .description(description)
                .build();
    }
}
