package io.anixops.lease.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS that trusts the certificates of one file and no others. */
final class Trust {
    private Trust() {}

    static SSLContext in(Path certificates) {
        try (var file = Files.newInputStream(certificates)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (var certificate : CertificateFactory.getInstance("X.509").generateCertificates(file)) {
                store.setCertificateEntry("ca" + number++, certificate);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException failed) {
            throw new IllegalStateException("no TLS with the certificates of " + certificates, failed);
        }
    }
}
