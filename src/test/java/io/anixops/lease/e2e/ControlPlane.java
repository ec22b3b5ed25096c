package io.anixops.lease.e2e;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A real Kubernetes control plane on free ports of the loopback interface; several may run at a time.
 *
 * <p>etcd and kube-apiserver always run; kube-controller-manager, kube-scheduler and kwok, which plays nodes and
 * kubelets, unless the builder is asked for less. Nothing of it outlives this JVM.
 */
public final class ControlPlane implements AutoCloseable {
    /** The fake node that is there from the start. */
    static final String NODE = "node-1";

    /** Those of a pod's and a Service's life; the others only make the start longer. */
    private static final String CONTROLLERS = Stream.of(
                    "cronjob",
                    "clusterrole-aggregation",
                    "daemonset",
                    "deployment",
                    "disruption",
                    "endpoints",
                    "endpointslice",
                    "garbage-collector",
                    "job",
                    "namespace",
                    "node-lifecycle",
                    "pod-garbage-collector",
                    "replicaset",
                    "root-ca-certificate-publisher",
                    "serviceaccount",
                    "serviceaccount-token",
                    "statefulset",
                    "taint-eviction",
                    "ttl-after-finished",
                    "validatingadmissionpolicy-status")
            .map(name -> name + "-controller")
            .collect(Collectors.joining(","));

    private final Path folder = Folders.temporary("control-plane");
    private final Path logs = Folders.logs("control-plane");
    private final Credentials credentials = Credentials.in(folder);
    private final Path auditLog = logs.resolve("audit.log");
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final ApiServer apiServer;
    private final KubernetesClient client;
    private final Kubectl kubectl;
    private final Path adminKubeconfig;

    private ControlPlane(Builder options) {
        Etcd etcd = Etcd.start(folder, logs);
        started.push(etcd.child());
        apiServer = ApiServer.start(folder, logs, credentials, etcd.url(), options.apiServerFlags(folder, auditLog));
        started.push(apiServer);
        adminKubeconfig = kubeconfigOf("admin");
        kubectl = new Kubectl(adminKubeconfig, folder);
        try {
            apiServer.awaitReady();
            client = clientWith(credentials.tokenOf("admin")); // it reads the certificate, which is there by now
            started.push(client);
            if (options.controllers) {
                // pods of fake nodes that were marked as not ready once stay so, for want of a kubelet
                startControllers(options.fakeNodes ? "10m" : "10s");
            }
            if (options.controllers && options.fakeNodes) {
                startKwok();
            }
        } catch (RuntimeException | Error failed) {
            close();
            throw failed;
        }
    }

    /** A whole one, with controllers and kwok, and with one ready node. */
    public static ControlPlane start() {
        return builder().start();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The one of this JVM for tests that need none of their own; each takes a namespace for itself. */
    public static ControlPlane shared() {
        return Shared.INSTANCE;
    }

    ApiServer apiServer() {
        return apiServer;
    }

    /** A client with all rights. */
    public KubernetesClient client() {
        return client;
    }

    /** A further client, with the rights of a bearer of this token. */
    KubernetesClient clientWith(String token) {
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl(apiServer.url())
                .withCaCertFile(apiServer.certificate().toString())
                .withOauthToken(token)
                .withNamespace("default")
                .build();
        return new KubernetesClientBuilder()
                .withConfig(config)
                .withHttpClientFactory(new JdkHttpClientFactory())
                .build();
    }

    Kubectl kubectl() {
        return kubectl;
    }

    Kubectl.Result kubectl(String... arguments) {
        return kubectl.run(arguments);
    }

    public Path adminKubeconfig() {
        return adminKubeconfig;
    }

    /** A kubeconfig with the rights of an existing service account, and nothing else. */
    public Path kubeconfigFor(String namespace, String serviceAccount) {
        String text = Kubeconfig.withTls(apiServer.url(), apiServer.certificate(), tokenFor(namespace, serviceAccount));
        return Folders.write(folder.resolve("%s.%s.kubeconfig".formatted(namespace, serviceAccount)), text);
    }

    /** A token of an existing service account, good for a day. */
    public String tokenFor(String namespace, String serviceAccount) {
        return kubectl("create", "token", serviceAccount, "-n", namespace, "--duration=24h")
                .orFail()
                .strip();
    }

    /** One line of JSON for each request, if the builder was asked for it. */
    Path auditLog() {
        return auditLog;
    }

    Path logs() {
        return logs;
    }

    /** Makes a namespace and waits until pods can be made in it. */
    public String newNamespace(String prefix) {
        return makeNamespace("%s-%s".formatted(prefix, Long.toString(System.nanoTime(), 36)));
    }

    /** The same with this very name, as where another cluster has it too. */
    String makeNamespace(String name) {
        kubectl("create", "namespace", name).orFail();
        Eventually.until("service account default in " + name, () -> hasDefaultAccount(name));
        return name;
    }

    /** Makes a fake node, which kwok soon makes ready. */
    public void addNode(String name) {
        kubectl.apply("{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {kubernetes.io/hostname: %s}}}"
                .formatted(name, name));
    }

    @Override
    public void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception failed) {
                throw new IllegalStateException("the control plane did not end cleanly, see " + logs, failed);
            }
        }
    }

    private void startControllers(String nodeGrace) {
        launch(
                "kube-controller-manager",
                "--kubeconfig=" + kubeconfigOf("system:kube-controller-manager"),
                "--service-account-private-key-file=" + credentials.signingKey(),
                "--root-ca-file=" + apiServer.certificate(),
                "--use-service-account-credentials",
                "--controllers=" + CONTROLLERS,
                "--kube-api-qps=500", // its own default makes it wait for seconds when it starts
                "--kube-api-burst=1000",
                "--node-monitor-grace-period=" + nodeGrace,
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + Ports.next(),
                "--cert-dir=" + folder.resolve("controller-manager"));
        launch(
                "kube-scheduler",
                "--kubeconfig=" + kubeconfigOf("system:kube-scheduler"),
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                "--secure-port=" + Ports.next(),
                "--cert-dir=" + folder.resolve("scheduler"));
        Eventually.until("service account default", () -> hasDefaultAccount("default"));
    }

    private void startKwok() {
        launch(
                "kwok",
                "--kubeconfig=" + kubeconfigOf("kwok"),
                "--config=" + Kwok.stagesIn(folder),
                "--manage-all-nodes",
                "--node-lease-duration-seconds=40",
                "--node-ip=127.0.0.1");
        addNode(NODE);
        Eventually.until(
                NODE + " is ready and may be scheduled on",
                () -> client.nodes().withName(NODE).isReady()
                        && client.nodes()
                                .withName(NODE)
                                .get()
                                .getSpec()
                                .getTaints()
                                .isEmpty());
    }

    private boolean hasDefaultAccount(String namespace) {
        return client.serviceAccounts()
                        .inNamespace(namespace)
                        .withName("default")
                        .get()
                != null;
    }

    private void launch(String name, String... flags) {
        List<String> command = new ArrayList<>(List.of(Assets.program(name).toString()));
        command.addAll(List.of(flags));
        Map<String, String> home = Map.of("HOME", folder.toString());
        started.push(Child.start(name, logs.resolve(name + ".log"), home, command));
    }

    /** Credentials of one of the control plane's own users, for programs that see the server at another address. */
    String kubeconfigOf(String user, String server) {
        return Kubeconfig.byName(server, "kubernetes.default.svc", apiServer.certificate(), credentials.tokenOf(user));
    }

    private Path kubeconfigOf(String user) {
        String text = Kubeconfig.withTls(apiServer.url(), apiServer.certificate(), credentials.tokenOf(user));
        return Folders.write(folder.resolve(user.replace(':', '-') + ".kubeconfig"), text);
    }

    /** What a control plane is made of. */
    public static final class Builder {
        private boolean controllers = true;
        private boolean fakeNodes = true;
        private boolean audit;
        private Duration eventsLast = Duration.ofHours(1); // its own default

        private Builder() {}

        /** No controllers, no kwok, and no service account asked of a pod: up sooner, for what needs no living pods. */
        public Builder apiServerOnly() {
            controllers = false;
            return this;
        }

        /** Controllers and no kwok: its nodes have kubelets of their own, with rights of their own. */
        public Builder forRealNodes() {
            fakeNodes = false;
            return this;
        }

        /** Writes who asked for what to {@link ControlPlane#auditLog()}. */
        public Builder audited() {
            audit = true;
            return this;
        }

        /** For how long an Event stays. */
        Builder eventsLast(Duration time) {
            eventsLast = time;
            return this;
        }

        public ControlPlane start() {
            return new ControlPlane(this);
        }

        private List<String> apiServerFlags(Path folder, Path auditLog) {
            List<String> flags = new ArrayList<>();
            flags.add("--event-ttl=%ds".formatted(eventsLast.toSeconds()));
            if (!controllers) {
                flags.add("--disable-admission-plugins=ServiceAccount");
            }
            if (!fakeNodes) {
                flags.add("--authorization-mode=Node"); // beside that by roles
                flags.add("--enable-admission-plugins=NodeRestriction");
                flags.add("--kubelet-preferred-address-types=InternalIP"); // no name of a node is looked up
            }
            if (audit) {
                String policy = "apiVersion: audit.k8s.io/v1\nkind: Policy\nrules: [{level: Metadata}]\n";
                flags.add("--audit-policy-file=" + Folders.write(folder.resolve("audit-policy.yaml"), policy));
                flags.add("--audit-log-path=" + auditLog);
                flags.add("--audit-log-maxsize=10000"); // megabytes: of a log that begins anew only the end is counted
            }
            return flags;
        }
    }

    private static final class Shared {
        private static final ControlPlane INSTANCE = start();

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(INSTANCE::close, "stop-control-plane"));
        }
    }
}
