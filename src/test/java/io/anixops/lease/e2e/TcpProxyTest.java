package io.anixops.lease.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
    private static final char LAST_WORD = '.';

    private final Queue<Character> received = new ConcurrentLinkedQueue<>();
    private ServerSocket echo;
    private TcpProxy proxy;
    private Socket client;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var server = new Thread(this::echoAll);
        server.setDaemon(true);
        server.start();
        proxy = TcpProxy.to(echo.getLocalPort());
        client = connect();
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        proxy.close();
        echo.close();
    }

    @Test
    void passes_what_it_gets() throws IOException {
        assertThat(sendAndReceive('a')).isEqualTo('a');
    }

    @Test
    void holds_back_the_next_piece_with_certain_words_and_nothing_else() throws IOException {
        var held = proxy.holdNext(TcpProxy.Direction.TO_SERVER, "b");
        assertThat(sendAndReceive('a')).isEqualTo('a');
        assertThat(held.hasArrived()).isFalse();

        assertThatThrownBy(() -> sendAndReceive('b')).isInstanceOf(SocketTimeoutException.class);
        assertThat(held.hasArrived()).isTrue();
        try (var other = connect()) {
            other.getOutputStream().write('b');
            assertThat((char) other.getInputStream().read()).isEqualTo('b');
        }

        held.pass();
        assertThat((char) client.getInputStream().read()).isEqualTo('b');
    }

    @Test
    void swallows_what_is_sent_and_never_gives_it_back() throws IOException {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.swallow();
        assertThatThrownBy(() -> sendAndReceive('b')).isInstanceOf(SocketTimeoutException.class);

        proxy.pass();
        assertThat(sendAndReceive('c')).isEqualTo('c');
    }

    @Test
    void holds_one_direction_back_until_it_is_released() throws IOException {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.hold(TcpProxy.Direction.TO_SERVER);
        assertThatThrownBy(() -> sendAndReceive('b')).isInstanceOf(SocketTimeoutException.class);

        proxy.pass();
        assertThat(client.getInputStream().read()).isEqualTo('b');
    }

    @Test
    void a_cut_ends_open_connections_and_serves_new_ones() throws IOException {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.cut();
        assertThatThrownBy(() -> sendAndReceive('b')).isInstanceOf(SocketException.class);

        client = connect();
        assertThat(sendAndReceive('c')).isEqualTo('c');
    }

    @Test
    void a_reset_ends_new_connections_too() throws IOException {
        proxy.reset();
        client = connect();

        assertThatThrownBy(() -> sendAndReceive('a')).isInstanceOf(SocketException.class);
    }

    @Test
    void a_server_that_is_told_the_end_may_still_answer_and_its_client_is_not_told() throws IOException {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.halfClose(TcpProxy.Direction.TO_SERVER);
        assertThat(client.getInputStream().read()).isEqualTo(LAST_WORD);
        assertThatThrownBy(() -> sendAndReceive('b')).isInstanceOf(SocketTimeoutException.class);

        proxy.pass();
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(received).containsExactly('a');
    }

    @Test
    void a_client_that_is_told_the_end_may_still_send_and_a_new_connection_is_no_better() throws Exception {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.halfClose(TcpProxy.Direction.TO_CLIENT);
        assertThat(client.getInputStream().read()).isEqualTo(-1);
        client.getOutputStream().write('b');
        awaitReceived('a', 'b');

        client = connect();
        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void cuts_each_connection_at_a_message_which_is_lost() throws Exception {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.cutAt(2, false);
        assertThat(sendAndReceive('b')).isEqualTo('b');
        assertThatThrownBy(() -> sendAndReceive('c')).isInstanceOf(SocketException.class);

        client = connect();
        assertThat(sendAndReceive('d')).isEqualTo('d');
        assertThatThrownBy(() -> sendAndReceive('e')).isInstanceOf(SocketException.class);

        proxy.pass();
        client = connect();
        assertThat(sendAndReceive('f')).isEqualTo('f');
        assertThat(sendAndReceive('g')).isEqualTo('g');
        awaitReceived('a', 'b', 'd', 'f', 'g');
    }

    @Test
    void cuts_each_connection_at_a_message_which_arrives_and_whose_answer_does_not() throws Exception {
        assertThat(sendAndReceive('a')).isEqualTo('a');

        proxy.cutAt(1, true);
        assertThatThrownBy(() -> sendAndReceive('b')).isInstanceOf(SocketException.class);

        awaitReceived('a', 'b');
    }

    @Test
    void delays_each_direction() throws IOException {
        proxy.delay(Duration.ofMillis(100));
        long from = System.nanoTime();

        assertThat(sendAndReceive('a')).isEqualTo('a');

        assertThat(Duration.ofNanos(System.nanoTime() - from)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
    }

    private Socket connect() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(500);
        return socket;
    }

    private int sendAndReceive(char letter) throws IOException {
        client.getOutputStream().write(letter);
        int answer = client.getInputStream().read();
        if (answer < 0) {
            throw new SocketException("the connection ended");
        }
        return answer;
    }

    private void awaitReceived(Character... letters) {
        Eventually.until("all is received", () -> received.size() >= letters.length);
        assertThat(received).containsExactly(letters);
    }

    private void echoAll() {
        while (!echo.isClosed()) {
            try {
                Socket socket = echo.accept();
                var answering = new Thread(() -> echoTo(socket));
                answering.setDaemon(true);
                answering.start();
            } catch (IOException closed) {
                return; // the end of the test
            }
        }
    }

    private void echoTo(Socket socket) {
        try (socket) {
            var out = socket.getOutputStream();
            for (int read = socket.getInputStream().read();
                    read >= 0;
                    read = socket.getInputStream().read()) {
                received.add((char) read);
                out.write(read);
            }
            out.write(LAST_WORD);
        } catch (IOException broken) {
            return; // that is what the proxy is for
        }
    }
}
