package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * A real node of a control plane: containerd, kubelet and kube-proxy in namespaces of their own, see {@code e2e/node/run}.
 *
 * <p>It needs root. Its pods reach the API server and what else is put on {@link #MACHINE}, and nothing beyond.
 */
final class Node implements AutoCloseable {
    static final String NAME = "dblease-node";

    /** The address of this machine for the node and its pods. */
    static final String MACHINE = "10.99.0.1";

    private static final int API_PORT = 6443;
    private static final String SCRIPT = Stage.shippedFolder("e2e/node/run");

    private final Path folder = Folders.temporary("node");
    private final Deque<AutoCloseable> started = new ArrayDeque<>();
    private final ControlPlane plane;
    private final Child child;

    private Node(ControlPlane plane) {
        this.plane = plane;
        var server = "https://%s:%d".formatted(MACHINE, API_PORT);
        Folders.write(folder.resolve("kubelet.kubeconfig"), plane.kubeconfigOf("system:node:" + NAME, server));
        Folders.write(folder.resolve("kube-proxy.kubeconfig"), plane.kubeconfigOf("system:kube-proxy", server));
        child = Child.start(
                "node", Folders.logs("node").resolve("node.log"), Map.of(), List.of(SCRIPT, "up", folder.toString()));
        started.push(() -> Shell.run(List.of("bash", SCRIPT, "down")));
        started.push(child);
        Eventually.untilOr(child, "the machine has its address", Node::isMachineThere);
        offer(API_PORT, plane.apiServer().port());
        plane.kubectl().apply("""
                apiVersion: discovery.k8s.io/v1
                kind: EndpointSlice
                metadata: {name: kubernetes, namespace: default, labels: {kubernetes.io/service-name: kubernetes}}
                addressType: IPv4
                endpoints: [{addresses: [%s]}]
                ports: [{name: https, port: %d, protocol: TCP}]
                """.formatted(MACHINE, API_PORT));
        Eventually.untilOr(
                child,
                "the node is ready",
                () -> plane.client().nodes().withName(NAME).isReady());
    }

    /** Joins the control plane, and is ready. */
    static Node of(ControlPlane plane) {
        return new Node(plane);
    }

    /** Lets the pods reach a port of the loopback interface, by this port of {@link #MACHINE}. */
    TcpProxy offer(int port, int target) {
        var proxy = TcpProxy.at(new InetSocketAddress(MACHINE, port), target);
        started.push(proxy);
        return proxy;
    }

    /** Lets containers be made of this image, a tar. */
    void load(Path image) {
        inside("ctr", "--namespace", "k8s.io", "images", "import", image.toString());
    }

    /** A second name of an image that is there. */
    void tag(String image, String other) {
        inside("ctr", "--namespace", "k8s.io", "images", "tag", image, other);
    }

    /** Sends a signal, by its name without SIG, to every process of a pod's containers, whose images need not know of it. */
    void signal(Pod pod, String signal) {
        for (var container : pod.getStatus().getContainerStatuses()) {
            var id = container.getContainerID().replace("containerd://", "");
            inside("bash", "-c", "kill -%s $(grep -l %s /proc/[0-9]*/cgroup | cut -d/ -f3)".formatted(signal, id));
        }
    }

    /** Ends one of containerd, kubelet and kube-proxy, and keeps it from coming back. */
    void end(String program) {
        inside("bash", "-c", "touch /run/%1$s.down && kill -9 $(cat /run/%1$s.pid)".formatted(program));
    }

    void startAgain(String program) {
        inside("rm", "/run/%s.down".formatted(program));
    }

    /** Runs a program in the node's namespaces, which must succeed, and tells its output. */
    String inside(String... command) {
        var all = new ArrayList<>(
                List.of("nsenter", "-t", Long.toString(firstProcess()), "-p", "-m", "-n", "-u", "-i", "--"));
        all.addAll(List.of(command));
        return Shell.run(all);
    }

    @Override
    public void close() {
        while (!started.isEmpty()) {
            try {
                started.pop().close();
            } catch (Exception failed) {
                throw new IllegalStateException("the node did not end cleanly", failed);
            }
        }
    }

    private long firstProcess() {
        return ProcessHandle.of(child.pid())
                .flatMap(unshare -> unshare.children().findFirst())
                .orElseThrow(() -> new IllegalStateException("the node is gone: " + child.lastWords()))
                .pid();
    }

    private static boolean isMachineThere() throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(MACHINE, 0));
            return true;
        }
    }
}
