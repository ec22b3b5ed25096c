package io.anixops.lease.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ArchitectureTest {
    private static final String ROOT = "io.anixops.lease";
    private static final String PLANTED = "io.anixops.lease.planted";
    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);
    private static final JavaClasses BREACHES = new ClassFileImporter().importPackages(PLANTED);

    @ParameterizedTest
    @EnumSource
    void the_product_keeps(HouseRule rule) {
        assertThat(PRODUCT).isNotEmpty();

        rule.in(ROOT).check(PRODUCT);
    }

    @ParameterizedTest
    @EnumSource
    void a_planted_breach_is_found_of(HouseRule rule) {
        assertThat(BREACHES.contain(PLANTED + "." + rule.breach())).isTrue();

        assertThat(rule.in(PLANTED).evaluate(BREACHES).getFailureReport().toString())
                .contains(rule.breach());
    }
}
