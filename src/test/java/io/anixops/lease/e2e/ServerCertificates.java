package io.anixops.lease.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** An authority, and two certificates that it gave to a server on 127.0.0.1: one that is over, and one that is good. */
final class ServerCertificates {
    private static final String PASSWORD = "of-a-test";

    private final Path folder;

    private ServerCertificates(Path folder) {
        this.folder = folder;
    }

    static ServerCertificates in(Path folder) {
        var made = new ServerCertificates(folder);
        made.keytool("-genkeypair", "-alias", "authority", "-dname", "CN=authority", "-ext", "bc:c", "-validity", "30");
        made.keytool(
                "-exportcert",
                "-rfc",
                "-alias",
                "authority",
                "-file",
                made.authority().toString());
        made.keytool("-genkeypair", "-alias", "server", "-dname", "CN=server");
        made.keytool("-certreq", "-alias", "server", "-file", made.request().toString());
        made.sign(made.good(), "-1d", "30");
        made.sign(made.expired(), "-10d", "5");
        made.writeKey();
        return made;
    }

    Path authority() {
        return folder.resolve("authority.pem");
    }

    Path good() {
        return folder.resolve("good.pem");
    }

    Path expired() {
        return folder.resolve("expired.pem");
    }

    Path key() {
        return folder.resolve("server.key");
    }

    private Path request() {
        return folder.resolve("server.csr");
    }

    private Path store() {
        return folder.resolve("store.p12");
    }

    private void sign(Path file, String from, String days) {
        keytool(
                "-gencert",
                "-rfc",
                "-alias",
                "authority",
                "-infile",
                request().toString(),
                "-outfile",
                file.toString(),
                "-startdate",
                from,
                "-validity",
                days,
                "-ext",
                "san=ip:127.0.0.1");
    }

    private void keytool(String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", store().toString(), "-storetype", "PKCS12", "-storepass", PASSWORD));
        if (List.of(arguments).contains("-genkeypair")) {
            command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
        }
        var child = Child.start("keytool", folder.resolve("keytool.log"), Map.of(), command);
        if (child.awaitEnd(Eventually.LONG) != 0) {
            throw new IllegalStateException(child.lastWords());
        }
    }

    /** As PostgreSQL wants it: for nobody else to read. */
    private void writeKey() {
        try (var file = Files.newInputStream(store())) {
            var keys = KeyStore.getInstance("PKCS12");
            keys.load(file, PASSWORD.toCharArray());
            var key = keys.getKey("server", PASSWORD.toCharArray()).getEncoded();
            Files.createFile(key(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(
                    key(),
                    "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n"
                            .formatted(Base64.getMimeEncoder().encodeToString(key)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (GeneralSecurityException failed) {
            throw new IllegalStateException("the key cannot be read", failed);
        }
    }
}
