package io.anixops.lease.e2e;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The kube-apiserver of a {@link ControlPlane}. It can be paused, stopped and started again, always on the same port
 * and with the same certificate.
 */
final class ApiServer implements AutoCloseable {
    private final int port = Ports.next();
    private final Path folder;
    private final Path logs;
    private final List<String> command;
    private final String adminToken;
    private Child child;

    private ApiServer(Path folder, Path logs, Credentials credentials, String etcd, List<String> more) {
        this.folder = folder;
        this.logs = logs;
        this.adminToken = credentials.tokenOf("admin");
        this.command = new ArrayList<>(List.of(
                Assets.program("kube-apiserver").toString(),
                "--etcd-servers=" + etcd,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                "--endpoint-reconciler-type=none", // the address of a loopback server is of no use to a pod
                "--secure-port=" + port,
                "--cert-dir=" + folder,
                "--token-auth-file=" + credentials.tokenFile(),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + credentials.signingKey(),
                "--service-account-signing-key-file=" + credentials.signingKey(),
                "--authorization-mode=RBAC",
                "--service-cluster-ip-range=10.96.0.0/16",
                "--allow-privileged=true"));
        command.addAll(more);
        this.child = launch();
    }

    static ApiServer start(Path folder, Path logs, Credentials credentials, String etcd, List<String> more) {
        return new ApiServer(folder, logs, credentials, etcd, more);
    }

    String url() {
        return "https://127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** The certificate that it made for itself, which is also the authority to trust. */
    Path certificate() {
        return folder.resolve("apiserver.crt");
    }

    /** It keeps its connections and answers nothing. */
    void pause() {
        child.pause();
    }

    void resume() {
        child.resume();
    }

    /** Ends it at once; connections are refused from now on. */
    void stop() {
        child.kill9();
    }

    void startAgain() {
        child = launch();
        awaitReady();
    }

    void awaitReady() {
        Eventually.untilOr(child, "kube-apiserver is ready", () -> Files.exists(certificate()) && readyz() == 200);
    }

    @Override
    public void close() {
        child.close();
    }

    private int readyz() throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url() + "/readyz"))
                .header("Authorization", "Bearer " + adminToken)
                .build();
        return HttpClient.newBuilder()
                .sslContext(Trust.in(certificate()))
                .build()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    private Child launch() {
        return Child.start("kube-apiserver", logs.resolve("kube-apiserver.log"), Map.of(), command);
    }
}
