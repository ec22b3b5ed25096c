package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** The shape of a condition in the CRD: as everywhere in Kubernetes, with descriptions that fit here. */
record ConditionSchema(
        @JsonPropertyDescription("What is judged: Ready, Held or DatabaseReachable.") @Required @Size(max = 316)
        String type,

        @JsonPropertyDescription("True, False or Unknown.") @Required
        String status,

        @JsonPropertyDescription("Why, in one word, for programs.") @Required @Size(min = 1, max = 1024)
        String reason,

        @JsonPropertyDescription("Why, in one sentence, for people.") @Required @Size(max = 32768)
        String message,

        @JsonPropertyDescription("When status last changed.") @Required
        String lastTransitionTime,

        @JsonPropertyDescription("Generation of the spec that was judged.")
        long observedGeneration) {}
