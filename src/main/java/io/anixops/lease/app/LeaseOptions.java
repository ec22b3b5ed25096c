package io.anixops.lease.app;

import io.anixops.lease.Printable;
import io.anixops.lease.app.Setting.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * What {@code lease} was asked for.
 *
 * @param name a row name, or the beginning of some for {@code list}
 * @param above the token that {@code raise-token} raises the row's above
 */
record LeaseOptions(Verb verb, String name, boolean json, boolean force, long above) {
    private static final String OUTPUT = "--output";
    private static final String FORCE = "--force";
    private static final String ABOVE = "--above";

    enum Verb {
        LIST,
        SHOW,
        RELEASE,
        RAISE_TOKEN;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }

        static Verb of(String word) {
            return Arrays.stream(values())
                    .filter(verb -> verb.word().equals(word))
                    .findFirst()
                    .orElseThrow();
        }
    }

    static CommandSpec spec() {
        var list = verb(Verb.LIST, "Lists the leases, by name.")
                .addPositional(name("PREFIX", "only those whose names begin so, as namespace/"));
        var show = verb(Verb.SHOW, "Shows one lease.").addPositional(name("NAME", "its row name, as namespace/name"));
        var release = verb(Verb.RELEASE, "Ends the running term of a lease, whoever holds it.")
                .addPositional(name("NAME", "its row name, as namespace/name"))
                .addOption(OptionSpec.builder(FORCE)
                        .type(boolean.class)
                        .description(
                                "do it: the holder works on until it notices, and another may have the lease at once")
                        .build());
        var raise = verb(Verb.RAISE_TOKEN, "Raises the token of a lease, as after a restored backup.")
                .addPositional(name("NAME", "its row name, as namespace/name"))
                .addOption(OptionSpec.builder(ABOVE)
                        .type(String.class)
                        .paramLabel("TOKEN")
                        .description("the highest token that anything has seen; required")
                        .build());
        var spec = Cli.command("lease", "Looks at the leases in the table, for an administrator.", List.of());
        List.of(list, show, release, raise).forEach(sub -> spec.addSubcommand(sub.name(), sub));
        return spec;
    }

    static LeaseOptions from(ParseResult asked) {
        if (!asked.hasSubcommand()) {
            throw new Mistake("lease needs one of list, show, release and raise-token: %s lease --help tells more"
                    .formatted(Cli.NAME));
        }
        var sub = asked.subcommand();
        var verb = Verb.of(sub.commandSpec().name());
        var name = sub.matchedPositionalValue(0, "");
        if (name.isEmpty() && verb != Verb.LIST) {
            throw new Mistake("lease %s needs a name: 'lease list' shows them".formatted(verb.word()));
        }
        return new LeaseOptions(
                verb, name, isJson(sub), sub.hasMatchedOption(FORCE), verb == Verb.RAISE_TOKEN ? above(sub) : 0);
    }

    private static long above(ParseResult asked) {
        var text = asked.matchedOptionValue(ABOVE, "");
        if (!text.matches("[0-9]{1,18}")) {
            throw new Mistake(
                    "%s is '%s': it must be a token, a number from 0 on".formatted(ABOVE, Printable.of(text)));
        }
        return Long.parseLong(text);
    }

    private static boolean isJson(ParseResult asked) {
        var form = asked.matchedOptionValue(OUTPUT, "text");
        if (!List.of("text", "json").contains(form)) {
            throw new Mistake("%s is '%s': it must be one of text, json".formatted(OUTPUT, Printable.of(form)));
        }
        return form.equals("json");
    }

    private static CommandSpec verb(Verb verb, String description) {
        return Cli.command(verb.word(), description, Setting.of(Part.DATABASE, Part.TABLE))
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
