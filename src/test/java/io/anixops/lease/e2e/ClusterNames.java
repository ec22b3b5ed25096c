package io.anixops.lease.e2e;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * The names of a cluster's Services for its pods, in the place of a cluster's DNS, and some names more.
 *
 * <p>It answers questions for one address of version 4; any other address of a name that is there is answered by none.
 */
final class ClusterNames implements AutoCloseable {
    private static final int HEADER = 12;
    private static final int NO_SUCH_NAME = 3;
    private static final String SERVICES = ".svc.cluster.local";

    private final DatagramSocket socket;
    private final KubernetesClient client;
    private final Map<String, String> more;

    private ClusterNames(DatagramSocket socket, KubernetesClient client, Map<String, String> more) {
        this.socket = socket;
        this.client = client;
        this.more = more;
    }

    static ClusterNames at(String address, KubernetesClient client, Map<String, String> more) {
        try {
            var names = new ClusterNames(new DatagramSocket(new InetSocketAddress(address, 53)), client, more);
            var thread = new Thread(names::answerAll, "cluster-names");
            thread.setDaemon(true);
            thread.start();
            return names;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        socket.close();
    }

    private void answerAll() {
        var packet = new DatagramPacket(new byte[512], 512);
        while (!socket.isClosed()) {
            try {
                packet.setLength(512);
                socket.receive(packet);
                var answer = answer(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()));
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            } catch (IOException closed) {
                return; // closing the socket is how this loop ends
            }
        }
    }

    private byte[] answer(ByteBuffer question) throws IOException {
        question.position(HEADER);
        var name = nameIn(question);
        var wantsVersion4 = question.getShort() == 1;
        question.getShort(); // the class: there is but one
        var address = addressOf(name);
        var found = wantsVersion4 ? address : Optional.<String>empty();

        var header = ByteBuffer.allocate(HEADER)
                .putShort(question.getShort(0))
                .putShort((short) (0x8580 | (address.isPresent() ? 0 : NO_SUCH_NAME))) // an answer, and the last word
                .putShort((short) 1)
                .putShort((short) (found.isPresent() ? 1 : 0))
                .putInt(0);
        var answer = new ByteArrayOutputStream();
        answer.write(header.array());
        answer.write(question.array(), HEADER, question.position() - HEADER);
        if (found.isPresent()) {
            answer.write(ByteBuffer.allocate(16)
                    .putShort((short) (0xC000 | HEADER)) // the name of the question
                    .putShort((short) 1)
                    .putShort((short) 1)
                    .putInt(1) // for a second
                    .putShort((short) 4)
                    .put(InetAddress.getByName(found.get()).getAddress())
                    .array());
        }
        return answer.toByteArray();
    }

    private static String nameIn(ByteBuffer question) {
        var name = new StringJoiner(".");
        for (int length = question.get(); length > 0; length = question.get()) {
            var label = new byte[length];
            question.get(label);
            name.add(new String(label, java.nio.charset.StandardCharsets.US_ASCII));
        }
        return name.toString();
    }

    private Optional<String> addressOf(String name) {
        if (!name.endsWith(SERVICES)) {
            return Optional.ofNullable(more.get(name));
        }
        var parts = name.substring(0, name.length() - SERVICES.length()).split("\\.");
        if (parts.length != 2) {
            return Optional.empty();
        }
        return Optional.ofNullable(client.services()
                        .inNamespace(parts[1])
                        .withName(parts[0])
                        .get())
                .map(Service::getSpec)
                .map(spec -> spec.getClusterIP());
    }
}
