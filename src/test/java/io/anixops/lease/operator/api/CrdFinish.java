package io.anixops.lease.operator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.crdv2.generator.CRDPostProcessor;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceColumnDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What the generator has no annotation for: the order of columns, enums of strings, list maps, sizes of maps. */
final class CrdFinish implements CRDPostProcessor {
    private static final List<String> COLUMNS = Arrays.stream(
                    DatabaseLease.class.getAnnotationsByType(AdditionalPrinterColumn.class))
            .map(AdditionalPrinterColumn::name)
            .toList();

    @Override
    public HasMetadata process(HasMetadata resource, String version) {
        ((CustomResourceDefinition) resource).getSpec().getVersions().forEach(CrdFinish::finish);
        return resource;
    }

    private static void finish(CustomResourceDefinitionVersion version) {
        version.getAdditionalPrinterColumns().sort(Comparator.comparing(CrdFinish::place));
        var root = version.getSchema().getOpenAPIV3Schema();
        tidy(root);
        var spec = at(root, "spec");
        allow(at(spec, "scope"), DatabaseLeaseSpec.SCOPE_NAMESPACE, DatabaseLeaseSpec.SCOPE_SHARED);
        allow(at(spec, "electedBy"), DatabaseLeaseSpec.ELECTED_BY_OPERATOR, DatabaseLeaseSpec.ELECTED_BY_PODS);
        selector(at(spec, "selector"));
        conditions(at(root, "status", "conditions"));
    }

    private static int place(CustomResourceColumnDefinition column) {
        return COLUMNS.indexOf(column.getName());
    }

    /** An annotation on a record's component is read from the field and from the accessor: each rule comes twice. */
    private static void tidy(JSONSchemaProps schema) {
        schema.setXKubernetesValidations(List.copyOf(new LinkedHashSet<>(schema.getXKubernetesValidations())));
        if ("integer".equals(schema.getType())) {
            schema.setFormat("int64");
        }
        children(schema).forEach(CrdFinish::tidy);
    }

    private static Stream<JSONSchemaProps> children(JSONSchemaProps schema) {
        var properties = Objects.requireNonNullElse(schema.getProperties(), Map.<String, JSONSchemaProps>of());
        var items = Stream.ofNullable(schema.getItems()).map(list -> list.getSchema());
        return Stream.concat(properties.values().stream(), items);
    }

    private static void selector(JSONSchemaProps selector) {
        selector.setXKubernetesMapType("atomic");
        at(selector, "matchLabels").setMaxProperties(SelectorSchema.MOST);
        var requirement = at(selector, "matchExpressions").getItems().getSchema();
        allow(at(requirement, "operator"), "In", "NotIn", "Exists", "DoesNotExist");
    }

    private static void conditions(JSONSchemaProps conditions) {
        conditions.setXKubernetesListType("map");
        conditions.setXKubernetesListMapKeys(List.of("type"));
        var condition = conditions.getItems().getSchema();
        allow(at(condition, "status"), "True", "False", "Unknown");
        at(condition, "lastTransitionTime").setFormat("date-time");
    }

    private static JSONSchemaProps at(JSONSchemaProps schema, String... path) {
        var found = schema;
        for (var name : path) {
            found = found.getProperties().get(name);
        }
        return found;
    }

    private static void allow(JSONSchemaProps schema, String... values) {
        schema.setEnum(Stream.of(values).<JsonNode>map(TextNode::valueOf).toList());
    }
}
