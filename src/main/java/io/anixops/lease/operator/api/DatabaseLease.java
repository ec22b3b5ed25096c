package io.anixops.lease.operator.api;

import io.fabric8.kubernetes.api.model.Namespaced;
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
public final class DatabaseLease extends CustomResource<DatabaseLeaseSpec, DatabaseLeaseStatus> implements Namespaced {
    public static final String GROUP = "lease.anixops.io";
    public static final String VERSION = "v1";

    private static final long serialVersionUID = 1L;
}
