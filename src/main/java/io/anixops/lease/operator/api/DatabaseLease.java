package io.anixops.lease.operator.api;

import com.fasterxml.jackson.annotation.JsonClassDescription;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Singular;
import io.fabric8.kubernetes.model.annotation.Version;

/** A lease in the shared PostgreSQL, and the pods of which one is labelled as its leader. */
@Group(DatabaseLease.GROUP)
@Version(DatabaseLease.VERSION)
@Kind("DatabaseLease")
@Singular("databaselease")
@Plural("databaseleases")
@ShortNames({"dblease", "dbl"})
@JsonClassDescription("A lease in the shared PostgreSQL, and the pods of which one is labelled as its leader.")
@ValidationRule(
        value = "size(self.metadata.name) <= 63",
        message =
                "a DatabaseLease's name has at most 63 characters: it becomes part of the label key on the leader pod")
// The order is the one that kubectl shows. An expiry is text: a date in the future would be shown as <invalid>.
@AdditionalPrinterColumn(name = "Leader", jsonPath = ".status.leader")
@AdditionalPrinterColumn(name = "Expires", jsonPath = ".status.expiresAt")
@AdditionalPrinterColumn(name = "TTL", jsonPath = ".spec.ttlSeconds", type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(name = "Ready", jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
        name = "Age",
        jsonPath = ".metadata.creationTimestamp",
        type = AdditionalPrinterColumn.Type.DATE)
@AdditionalPrinterColumn(name = "Holder", jsonPath = ".status.holder", priority = 1)
@AdditionalPrinterColumn(
        name = "Token",
        jsonPath = ".status.token",
        type = AdditionalPrinterColumn.Type.INTEGER,
        priority = 1)
@AdditionalPrinterColumn(name = "Elected-By", jsonPath = ".spec.electedBy", priority = 1)
@AdditionalPrinterColumn(name = "Reason", jsonPath = ".status.conditions[?(@.type==\"Ready\")].reason", priority = 1)
public final class DatabaseLease extends CustomResource<DatabaseLeaseSpec, DatabaseLeaseStatus> implements Namespaced {
    public static final String GROUP = "lease.anixops.io";
    public static final String VERSION = "v1";

    private static final long serialVersionUID = 1L;

    @Override
    public void setMetadata(ObjectMeta metadata) {
        super.setMetadata(metadata == null ? null : Lean.of(metadata));
    }

    @JsonPropertyDescription("What is asked for.")
    @Required
    @Override
    public DatabaseLeaseSpec getSpec() {
        return super.getSpec();
    }

    @JsonPropertyDescription(
            "What the operator saw and did. Times are those of the database, in UTC; what is not known is"
                    + " left out.")
    @Override
    public DatabaseLeaseStatus getStatus() {
        return super.getStatus();
    }
}
