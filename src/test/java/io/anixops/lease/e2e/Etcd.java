package io.anixops.lease.e2e;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The control plane's store; it does not wait for the disk, so nothing here says anything about durability. */
record Etcd(Child child, String url) {
    static Etcd start(Path data, Path logs) {
        String url = "http://127.0.0.1:" + Ports.next();
        String peers = "http://127.0.0.1:" + Ports.next();
        List<String> command = List.of(
                Assets.program("etcd").toString(),
                "--data-dir=" + data.resolve("etcd"),
                "--unsafe-no-fsync",
                "--listen-client-urls=" + url,
                "--advertise-client-urls=" + url,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=default=" + peers,
                "--log-level=warn");
        return new Etcd(Child.start("etcd", logs.resolve("etcd.log"), Map.of(), command), url);
    }
}
