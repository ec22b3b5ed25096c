package io.anixops.lease.app;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.deser.std.StringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.anixops.lease.operator.Pool;
import java.io.IOException;
import java.util.Objects;

/**
 * Texts of the API server as they are read, equal ones as one: what thousands of resources and pods in the caches say of
 * themselves are mostly the same few dozen words and times.
 */
final class PooledTexts extends StdScalarDeserializer<String> {
    private static final long serialVersionUID = 1L;

    private static final Pool<String> TEXTS = new Pool<>(16_384);

    private PooledTexts() {
        super(String.class);
    }

    static Module module() {
        return new SimpleModule().addDeserializer(String.class, new PooledTexts());
    }

    @Override
    public String deserialize(JsonParser json, DeserializationContext context) throws IOException {
        return Objects.requireNonNull(TEXTS.of(StringDeserializer.instance.deserialize(json, context)));
    }
}
