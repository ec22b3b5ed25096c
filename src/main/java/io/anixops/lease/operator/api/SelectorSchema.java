package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a selector in the CRD: a label selector as everywhere, with the rules that the API server applies to
 * those of its own kinds, so that a selector it accepts here is one that it can evaluate.
 */
@ValidationRule(
        value = "(has(self.matchLabels) && size(self.matchLabels) > 0)"
                + " || (has(self.matchExpressions) && size(self.matchExpressions) > 0)",
        message = "selector must name at least one label, in matchLabels or matchExpressions: an empty one would make"
                + " every pod of the namespace a candidate")
record SelectorSchema(
        @JsonPropertyDescription("Labels that a pod must have, with these values.")
        @ValidationRule(value = SelectorSchema.KEYS_ARE_LABEL_KEYS, message = SelectorSchema.KEY_MESSAGE)
        @ValidationRule(value = SelectorSchema.KEYS_ARE_NOT_OURS, message = SelectorSchema.OURS_MESSAGE)
        @ValidationRule(value = SelectorSchema.VALUES_ARE_LABEL_VALUES, message = SelectorSchema.VALUE_MESSAGE)
        @Nullable
        Map<String, @Size(max = SelectorSchema.MOST_OF_A_VALUE) String> matchLabels,

        @JsonPropertyDescription("Requirements that a pod must meet, all of them.")
        @Size(max = SelectorSchema.MOST)
        @Nullable
        List<Requirement> matchExpressions) {

    static final long MOST = 32;
    static final long MOST_OF_A_KEY = 317; // a prefix of 253, the slash, a name of 63
    static final long MOST_OF_A_VALUE = 63;

    private static final String KEY = "'^([a-z0-9]([a-z0-9-]*[a-z0-9])?([.][a-z0-9]([a-z0-9-]*[a-z0-9])?)*/)?"
            + "[A-Za-z0-9]([A-Za-z0-9_.-]{0,61}[A-Za-z0-9])?$'";
    private static final String VALUE = "'^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?)?$'";

    static final String KEYS_ARE_LABEL_KEYS =
            "self.all(k, size(k) <= 317 && k.indexOf('/') <= 253 && k.matches(" + KEY + "))";
    static final String KEYS_ARE_NOT_OURS = "self.all(k, !k.contains('.lease.anixops.io/'))";
    static final String VALUES_ARE_LABEL_VALUES = "self.all(k, self[k].matches(" + VALUE + "))";
    static final String IS_A_LABEL_KEY = "self.indexOf('/') <= 253 && self.matches(" + KEY + ")";
    static final String IS_NOT_OURS = "!self.contains('.lease.anixops.io/')";
    static final String ARE_LABEL_VALUES = "self.all(v, v.matches(" + VALUE + "))";

    static final String KEY_MESSAGE = "a label key in selector must be a name of 1 to 63 letters, digits and - _ . that"
            + " starts and ends with a letter or digit, with or without a DNS name and a / before it";
    static final String OURS_MESSAGE =
            "selector must not ask for keys under lease.anixops.io: the operator writes them,"
                    + " and whoever leads would come and go as a candidate";
    static final String VALUE_MESSAGE = "a label value in selector must have at most 63 letters, digits and - _ . , and"
            + " start and end with a letter or digit, or be empty";

    /** One line of {@code matchExpressions}. */
    @ValidationRule(
            value = "!(self.operator in ['In', 'NotIn']) || (has(self.values) && size(self.values) > 0)",
            message = "a requirement with In or NotIn must have at least one entry in values")
    @ValidationRule(
            value = "!(self.operator in ['Exists', 'DoesNotExist']) || !has(self.values) || size(self.values) == 0",
            message = "a requirement with Exists or DoesNotExist must have no values")
    record Requirement(
            @JsonPropertyDescription("Key of the label.")
            @Required
            @Size(max = SelectorSchema.MOST_OF_A_KEY)
            @ValidationRule(value = SelectorSchema.IS_A_LABEL_KEY, message = SelectorSchema.KEY_MESSAGE)
            @ValidationRule(value = SelectorSchema.IS_NOT_OURS, message = SelectorSchema.OURS_MESSAGE)
            String key,

            @JsonPropertyDescription(
                    "How the label is judged: In or NotIn (one of values, none of them), Exists or" + " DoesNotExist.")
            @Required
            String operator,

            @JsonPropertyDescription("Values for In and NotIn; left out for Exists and DoesNotExist.")
            @Size(max = 2 * SelectorSchema.MOST)
            @ValidationRule(value = SelectorSchema.ARE_LABEL_VALUES, message = SelectorSchema.VALUE_MESSAGE)
            @Nullable
            List<@Size(max = SelectorSchema.MOST_OF_A_VALUE) String> values) {}
}
