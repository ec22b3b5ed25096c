package io.anixops.lease.e2e;

import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Tokens of the control plane's own users, and the key that signs the tokens of service accounts. */
final class Credentials {
    private final Map<String, String> tokens = new LinkedHashMap<>();
    private final Path tokenFile;
    private final Path signingKey;

    private Credentials(Path tokenFile, Path signingKey) {
        this.tokenFile = tokenFile;
        this.signingKey = signingKey;
    }

    static Credentials in(Path folder) {
        var made = new Credentials(folder.resolve("tokens.csv"), folder.resolve("service-accounts.key"));
        String lines = made.line("admin", "system:masters")
                + made.line("kwok", "system:masters")
                + made.line("system:kube-controller-manager", "")
                + made.line("system:kube-scheduler", "")
                + made.line("system:kube-proxy", "")
                + made.line("system:node:" + Node.NAME, "system:nodes");
        Folders.write(made.tokenFile, lines);
        Folders.write(made.signingKey, newSigningKey());
        return made;
    }

    String tokenOf(String user) {
        return tokens.get(user);
    }

    Path tokenFile() {
        return tokenFile;
    }

    Path signingKey() {
        return signingKey;
    }

    private String line(String user, String group) {
        String token = UUID.randomUUID().toString();
        tokens.put(user, token);
        return "%s,%s,%s,\"%s\"%n".formatted(token, user, user, group);
    }

    private static String newSigningKey() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                    .formatted(Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("this JDK has no RSA", impossible);
        }
    }
}
