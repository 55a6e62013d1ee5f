package io.forebay.server.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SelfDialTest {
    private final ServerSocket control = listen();
    private final HttpServer pages = serve();
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile String said = "";
    private volatile boolean endless;
    private volatile boolean silent;

    private static ServerSocket listen() {
        try {
            return new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private HttpServer serve() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
            server.createContext("/api/status", exchange -> {
                try (exchange) {
                    if (endless) {
                        babble(exchange);
                    } else if (silent) {
                        fallSilent(exchange);
                    }
                    byte[] body = said.getBytes(StandardCharsets.UTF_8);
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                }
            });
            server.start();
            return server;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    /// Until nobody listens.
    private static void babble(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 0);
        while (true) {
            exchange.getResponseBody().write(new byte[64 << 10]);
        }
    }

    private void fallSilent(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1_000);
        exchange.getResponseBody().flush();
        try {
            done.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @AfterEach
    void close() throws IOException {
        done.countDown();
        control.close();
        pages.stop(0);
    }

    private List<String> dial(String host, String data) {
        String own = host + ":" + control.getLocalPort();
        String http = host + ":" + pages.getAddress().getPort();
        return new SelfDial(new Endpoints("node", own, data, http, "")).dial();
    }

    @Test
    void whoReachesItselfHasNothingToSay() {
        said = "{\"control\":\"127.0.0.1:" + control.getLocalPort() + "\"}";
        assertEquals(List.of(), dial("127.0.0.1", ""));
        assertEquals(List.of(), dial("127.0.0.1", "127.0.0.1:" + control.getLocalPort()));
    }

    @Test
    void eachAddressThatIsNotReachedIsNamed() {
        List<String> missed = dial("127.0.0.2", "127.0.0.1:1");
        assertEquals(3, missed.size(), missed::toString);
        assertTrue(missed.get(0).startsWith("control 127.0.0.2:"), missed::toString);
        assertTrue(missed.get(1).startsWith("data 127.0.0.1:1 is not reached"), missed::toString);
        assertTrue(missed.get(2).startsWith("http 127.0.0.2:"), missed::toString);
    }

    @Test
    void aStrangerAtTheAddressIsNotTakenForOneself() {
        said = "{\"control\":\"10.0.0.9:7400\"}";
        List<String> missed = dial("127.0.0.1", "");
        assertEquals(1, missed.size(), missed::toString);
        assertTrue(missed.getFirst().endsWith("is answered by somebody else"), missed::toString);
    }

    @Test
    void aStrangerThatAnswersWithoutEndIsNotHeardOut() {
        endless = true;
        List<String> missed = dial("127.0.0.1", "");
        assertEquals(1, missed.size(), missed::toString);
        assertTrue(missed.getFirst().startsWith("http 127.0.0.1:"), missed::toString);
    }

    @Test
    void aStrangerThatNeverEndsItsAnswerIsGivenUp() {
        silent = true;
        List<String> missed = dial("127.0.0.1", "");
        assertEquals(1, missed.size(), missed::toString);
        assertTrue(missed.getFirst().endsWith("no answer in time"), missed::toString);
    }

    @Test
    void nobodyIsDialledWhenItIsOff() {
        try (SelfDial dial = new SelfDial(new Endpoints("node", "127.0.0.1:1", "", "127.0.0.1:1", "")).start(false)) {
            assertEquals(List.of(), dial.warnings());
        }
    }
}
