package io.anixops.lease.house;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The rules of the house, each for a root package, so that one and the same rule is tried on a planted breach of it
 * and then on the product.
 */
enum HouseRule {
    LIBRARY_KNOWS_THE_JDK_AND_SLF4J("LibraryWithJdbc", root -> only(root, "org.slf4j..")),

    POSTGRES_KNOWS_JDBC_AND_THE_LIBRARY(
            "postgres.StoreWithKubernetes",
            root -> only(root + ".postgres", root, "java.sql..", "javax.sql..", "org.postgresql..", "org.slf4j..")),

    METRICS_KNOWS_MICROMETER_AND_THE_LIBRARY(
            "metrics.GaugeWithKubernetes", root -> only(root + ".metrics", root, "io.micrometer.core..")),

    API_KNOWS_THE_MODEL_OF_KUBERNETES(
            "operator.api.SpecWithLogger",
            root -> only(root + ".operator.api", "io.fabric8..", "com.fasterxml.jackson.annotation..")),

    DECISION_KNOWS_THE_LIBRARY("operator.decision.DecisionOnPods", root -> only(root + ".operator.decision", root)),

    OPERATOR_KNOWS_THE_STORE_AND_NOT_ITS_DATABASE(
            "operator.ReconcilerWithSql",
            root -> noClasses()
                    .that()
                    .resideInAPackage(root + ".operator..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(root + ".postgres..", "org.postgresql..")),

    SQL_LIVES_IN_POSTGRES_AND_ITS_POOL_IN_APP(
            "operator.ReconcilerWithSql",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackages(root + ".postgres..", root + ".app..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "javax.sql..")),

    WRITES_TO_THE_API_SERVER_LIVE_IN_OPERATOR(
            "app.ProgramThatDeletesPods",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackage(root + ".operator")
                    .should()
                    .accessTargetWhere(Reaches.aWriteToTheApiServer())),

    CLOCKS_ARE_NAMED_AT_THE_EDGE(
            "operator.ReconcilerWithClock",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackage(root + ".app")
                    .and()
                    .doNotHaveFullyQualifiedName(root + ".Electors$Builder")
                    .and()
                    .doNotHaveFullyQualifiedName(root + ".postgres.PostgresLeaseStore")
                    .should()
                    .accessTargetWhere(Reaches.aClock())),

    NOBODY_IMPORTS_APP(
            "operator.ReconcilerWithApp",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackage(root + ".app..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(root + ".app..")),

    NO_PACKAGE_IS_NAMED_UTIL("util.Strings", root -> noClasses().should().resideInAnyPackage("..util..", "..utils..")),

    PACKAGES_HAVE_NO_CYCLES(
            "cycle.one.First",
            root -> slices().assignedFrom(new ByPackage()).should().beFreeOfCycles()),

    NOTHING_SLEEPS("operator.ReconcilerThatSleeps", root -> noClasses().should().accessTargetWhere(Reaches.aSleep())),

    ONLY_APP_PRINTS(
            "operator.ReconcilerThatPrints",
            root -> noClasses()
                    .that()
                    .resideOutsideOfPackage(root + ".app")
                    .should()
                    .accessTargetWhere(Reaches.aStandardStream()));

    private final String breach;
    private final Function<String, ArchRule> rule;

    HouseRule(String breach, Function<String, ArchRule> rule) {
        this.breach = breach;
        this.rule = rule;
    }

    ArchRule in(String root) {
        return rule.apply(root).allowEmptyShould(true);
    }

    /** The class that breaks this rule, below the root of the planted ones. */
    String breach() {
        return breach;
    }

    /** Beside what is named: the package itself, nullness, and of the JDK what needs no decision of ours. */
    private static ArchRule only(String from, String... known) {
        var always = Stream.of(
                from,
                "org.jspecify..",
                "java.io",
                "java.lang..",
                "java.math",
                "java.net",
                "java.nio..",
                "java.security",
                "java.time..",
                "java.util..");
        var all = Stream.concat(always, Stream.of(known)).toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(from)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(all);
    }
}
