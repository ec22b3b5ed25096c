package io.anixops.lease.house;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What code may reach for, by call, by field or by method reference. */
final class Reaches {
    private static final Set<String> CLOCKS = names(
            Instant.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class,
            Clock.class,
            InstantSource.class);
    private static final Set<String> WRITES = Set.of(
            "accept",
            "create",
            "createOr",
            "createOrReplace",
            "delete",
            "edit",
            "editStatus",
            "patch",
            "patchStatus",
            "replace",
            "replaceStatus",
            "scale",
            "serverSideApply",
            "unlock",
            "update",
            "updateStatus");

    private Reaches() {}

    static DescribedPredicate<JavaAccess<?>> aClock() {
        return where(
                "a clock",
                access -> isOn(access, System.class)
                                && Set.of("nanoTime", "currentTimeMillis").contains(access.getName())
                        || CLOCKS.contains(access.getTargetOwner().getName())
                                && access.getName().matches("now|system.*|tick.*"));
    }

    static DescribedPredicate<JavaAccess<?>> aSleep() {
        return where(
                "a sleep",
                access -> access.getName().equals("sleep")
                        && (isOn(access, Thread.class) || isOn(access, TimeUnit.class)));
    }

    static DescribedPredicate<JavaAccess<?>> aStandardStream() {
        return where(
                "a standard stream",
                access -> isOn(access, System.class)
                                && access.getTarget().getFullName().matches("java[.]lang[.]System[.](out|err)")
                        || access.getName().equals("printStackTrace") && !isOn(access, PrintStream.class));
    }

    static DescribedPredicate<JavaAccess<?>> aWriteToTheApiServer() {
        return where(
                "a write to the API server",
                access -> WRITES.contains(access.getName())
                        && access.getTargetOwner().getPackageName().startsWith("io.fabric8.kubernetes.client.dsl"));
    }

    private static DescribedPredicate<JavaAccess<?>> where(String what, Predicate<JavaAccess<?>> test) {
        return DescribedPredicate.describe(what, test);
    }

    private static boolean isOn(JavaAccess<?> access, Class<?> owner) {
        return access.getTargetOwner().isEquivalentTo(owner);
    }

    private static Set<String> names(Class<?>... classes) {
        return Arrays.stream(classes).map(Class::getName).collect(Collectors.toUnmodifiableSet());
    }
}
