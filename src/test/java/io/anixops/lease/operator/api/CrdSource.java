package io.anixops.lease.operator.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.crdv2.generator.CRDGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;

/** The CRD as the types say it. */
final class CrdSource {
    private static final String HEAD = """
            # Generated from the types in io.anixops.lease.operator.api; CONTRIBUTING.md says how to do it again.
            """;

    private CrdSource() {}

    static String generate() {
        var output = new InMemory();
        var info = new CRDGenerator()
                .withOutput(output)
                .withPostProcessor(new CrdFinish())
                .customResourceClasses(DatabaseLease.class)
                .forCRDVersions("v1")
                .detailedGenerate();
        if (info.numberOfGeneratedCRDs() != 1) {
            throw new IllegalStateException("one CRD expected, and %d made".formatted(info.numberOfGeneratedCRDs()));
        }
        return HEAD + output.bytes.toString(UTF_8).replaceFirst("(?s)^(#[^\n]*\n|---\n)*", "");
    }

    private static final class InMemory implements CRDGenerator.CRDOutput<OutputStream> {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public OutputStream outputFor(String name) {
            return bytes;
        }

        @Override
        public URI crdURI(String name) {
            return URI.create("file:///" + name);
        }

        @Override
        public void close() throws IOException {
            bytes.close();
        }
    }
}
