package io.anixops.lease.house;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Each package for itself, the root among them. */
final class ByPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
        return SliceIdentifier.of(javaClass.getPackageName());
    }

    @Override
    public String getDescription() {
        return "packages";
    }
}
