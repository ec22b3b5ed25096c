package io.anixops.lease.house;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a query of Prometheus asks for: series with their matchers, and labels that are grouped by. No more of the
 * language is read than our own queries have.
 */
public record PromQuery(List<Selector> selectors, Set<String> groupedBy) {
    private static final Pattern SELECTOR = Pattern.compile("([a-zA-Z_:][\\w:]*)\\{([^}]*)}");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern GROUPING = Pattern.compile("\\b(?:by|on|without)\\s*\\(([^)]*)\\)");
    private static final Pattern NAME = Pattern.compile("\\b([a-zA-Z_:][\\w:]*)\\b(?!\\s*\\()");
    private static final Set<String> WORDS = Set.of("or", "and", "unless", "by", "on", "without");

    /** Series by their name, and by labels. */
    public record Selector(String series, List<Matcher> matchers) {}

    /** A label, and the values that it is asked for, or asked not to have; empty where anything may be. */
    public record Matcher(String label, List<String> values) {}

    public static PromQuery of(String expression) {
        var selectors = new ArrayList<Selector>();
        SELECTOR.matcher(expression)
                .results()
                .forEach(found -> selectors.add(new Selector(found.group(1), matchers(found.group(2)))));
        var grouped = new LinkedHashSet<String>();
        GROUPING.matcher(expression)
                .results()
                .forEach(found -> grouped.addAll(Arrays.asList(found.group(1).split("\\s*,\\s*", -1))));
        var rest = expression
                .replaceAll(SELECTOR.pattern(), " ")
                .replaceAll(GROUPING.pattern(), " ")
                .replaceAll("\\[[^]]*]", " ");
        NAME.matcher(rest)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !WORDS.contains(name))
                .forEach(name -> selectors.add(new Selector(name, List.of())));
        return new PromQuery(selectors, grouped);
    }

    private static List<Matcher> matchers(String text) {
        return MATCHER.matcher(text)
                .results()
                .map(found -> new Matcher(found.group(1), values(found.group(2), found.group(3))))
                .toList();
    }

    private static List<String> values(String operator, String value) {
        if (value.contains("$")) {
            return List.of();
        }
        return operator.contains("~") ? List.of(value.split("\\|")) : List.of(value);
    }
}
