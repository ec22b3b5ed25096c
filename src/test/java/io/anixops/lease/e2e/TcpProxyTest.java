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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyTest {
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

    private static void echoTo(Socket socket) {
        try (socket) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (IOException broken) {
            return; // that is what the proxy is for
        }
    }
}
