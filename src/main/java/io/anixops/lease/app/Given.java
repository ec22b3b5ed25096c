package io.anixops.lease.app;

import io.anixops.lease.Printable;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The settings as somebody gave them: flags first, then the environment, then the default. All are text still. */
record Given(Map<Setting, String> flags, Map<String, String> environment) {
    Given {
        flags = Map.copyOf(flags);
        environment = Map.copyOf(environment);
    }

    /** The text of a setting; empty when nobody gave one and it has no default. */
    Optional<String> find(Setting setting) {
        return Optional.ofNullable(flags.get(setting))
                .or(() -> Optional.ofNullable(environment.get(setting.variable())))
                .filter(value -> !value.isEmpty())
                .or(setting::defaultValue);
    }

    /** Whether somebody gave it, other than by its default. */
    boolean isGiven(Setting setting) {
        return flags.containsKey(setting)
                || !environment.getOrDefault(setting.variable(), "").isEmpty();
    }

    /** How the person who gave it would call it: the flag, or the variable. */
    String where(Setting setting) {
        var byVariable = !flags.containsKey(setting) && isGiven(setting);
        return byVariable ? setting.variable() : setting.flag();
    }

    /** A setting that has a default, read; a mistake in it is reported with its name and value. */
    <T> T read(Setting setting, Function<String, T> reader) {
        return find(setting)
                .map(text -> read(setting, text, reader))
                .orElseThrow(() -> new Mistake("%s is missing: set it, or the environment variable %s"
                        .formatted(setting.flag(), setting.variable())));
    }

    /** A setting that may be absent. */
    <T> Optional<T> readOptional(Setting setting, Function<String, T> reader) {
        return find(setting).map(text -> read(setting, text, reader));
    }

    private <T> T read(Setting setting, String text, Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException refused) {
            throw new Mistake(
                    "%s is '%s': %s".formatted(where(setting), Printable.of(text), refused.getMessage()), refused);
        }
    }
}
