package io.anixops.lease.operator.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CrdTest {
    private static final Path FILE = Path.of("crds", "databaseleases.lease.anixops.io-v1.yml");

    @Test
    void the_shipped_crd_is_the_one_that_the_types_generate() throws IOException {
        var generated = CrdSource.generate();
        if (Boolean.getBoolean("crd.write")) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, generated);
        }

        assertThat(FILE).as("write it again with -Dcrd.write=true").content().isEqualTo(generated);
    }
}
