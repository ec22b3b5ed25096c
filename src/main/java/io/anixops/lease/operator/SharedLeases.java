package io.anixops.lease.operator;

import io.anixops.lease.Printable;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which rows the DatabaseLeases of a namespace may have besides those of their own namespace, as the operator's
 * administrator permits them. A row of {@code scope: Shared} is anybody's on the database, so without a permission nobody
 * has one.
 */
public record SharedLeases(List<Permission> permissions) {
    /** Nothing is permitted to anybody. */
    public static final SharedLeases NONE = new SharedLeases(List.of());

    private static final Pattern FORM = Pattern.compile("[a-z0-9*-]{1,63}=[A-Za-z0-9._:*-]{1,100}");

    public SharedLeases {
        permissions = List.copyOf(permissions);
    }

    /**
     * Reads {@code namespace=name} with commas between them; a star stands for any run of characters in either.
     *
     * @throws IllegalArgumentException with the part that makes no sense
     */
    public static SharedLeases of(String text) {
        return new SharedLeases(
                Arrays.stream(text.split(",", -1)).map(SharedLeases::permission).toList());
    }

    boolean permits(String namespace, String leaseName) {
        return permissions.stream().anyMatch(one -> one.permits(namespace, leaseName));
    }

    private static Permission permission(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'%s' is no permission; each is namespace=lease-name, with commas between them and without blanks; * stands for anything"
                            .formatted(Printable.of(text)));
        }
        var parts = text.split("=", 2);
        return new Permission(parts[0], parts[1]);
    }

    /** That the namespaces of this pattern may have the rows of that one. */
    public record Permission(String namespaces, String names) {
        boolean permits(String namespace, String leaseName) {
            return matches(namespaces, namespace) && matches(names, leaseName);
        }

        private static boolean matches(String pattern, String text) {
            var expression =
                    Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
            return Pattern.matches(expression, text);
        }
    }
}
