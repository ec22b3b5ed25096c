package io.anixops.lease;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;

/** Makes holder ids: the host's name (on Kubernetes the pod's), {@code -}, and eight random hex digits. */
public final class InstanceId {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int SUFFIX = 9;

    private InstanceId() {}

    /** A new id at each call, so that a restarted process, or a second elector in one process, is another holder. */
    public static HolderId create() {
        return create(hostName());
    }

    static HolderId create(String host) {
        var shown = host.replaceAll("[^!-~]", "_");
        var cut = shown.substring(0, Math.min(shown.length(), HolderId.MAX_LENGTH - SUFFIX));
        return HolderId.of("%s-%08x".formatted(cut.isEmpty() ? "localhost" : cut, RANDOM.nextInt()));
    }

    private static String hostName() {
        var fromEnvironment = System.getenv("HOSTNAME");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return fromEnvironment;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost"; // a host without a name in its own resolver; the random part tells holders apart
        }
    }
}
