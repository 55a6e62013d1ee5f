package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Hostile input on the HTTP and gRPC ports of a real master and a real node: they live on, serve others meanwhile, and
/// what a caller took of them comes back. Their heap is 128 MiB, so that a message that had its way would show.
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileTest {
    private static final int MESSAGES = 10_000;
    private static final int FEWER = 2_000;
    private static final int CALLS_PER_CONNECTION = 20;
    private static final int SLOW_CALLERS = 300;
    private static final int READ_MILLIS = 150;
    private static final int MAX_HEARD = 4_096;
    /// What is still open of others: engines, peers, the metrics that are read meanwhile.
    private static final long SPARE_FILES = 40;

    private NodeProcesses nodes;
    private Prompts prompts;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        nodes = new NodeProcesses(folder);
        nodes.startNode("n", 100);
        prompts = new Prompts(nodes);
        prompts.save("n", "kept", 0, 4);
        assertServed();
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    @Test
    void fuzzedHttpMessagesChangeNothing() throws Exception {
        fuzzHttp(2, FEWER);
    }

    @Test
    @Tag("long")
    void tenThousandFuzzedHttpMessagesChangeNothing() throws Exception {
        fuzzHttp(1, MESSAGES);
    }

    private void fuzzHttp(long seed, int messages) throws Exception {
        HostileHttp hostile = new HostileHttp(seed);
        int understood = storm(
                List.of(nodes.masterHttp(), nodes.member("n").http()), messages, sent -> hostile.next(), "HTTP/1.1 ");
        assertTrue(understood > messages / 2, understood + " were answered: the others never came so far");
    }

    @Test
    void fuzzedGrpcMessagesChangeNothing() throws Exception {
        fuzzGrpc(2, FEWER);
    }

    @Test
    @Tag("long")
    void tenThousandFuzzedGrpcMessagesChangeNothing() throws Exception {
        fuzzGrpc(1, MESSAGES);
    }

    private void fuzzGrpc(long seed, int messages) throws Exception {
        HostileGrpc hostile = new HostileGrpc(seed);
        int understood = storm(
                List.of(nodes.master(), nodes.member("n").control()),
                messages / CALLS_PER_CONNECTION,
                sent -> hostile.connection(CALLS_PER_CONNECTION),
                "grpc-status");
        assertTrue(
                understood > messages / 100,
                understood + " connections had a call answered: the others never came so far");
    }

    @Test
    void slowCallersAndThoseThatAnnounceMoreThanTheySendHoldUpNobody() throws Exception {
        String pages = nodes.member("n").http();
        long before = files(nodes.member("n").process());
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < SLOW_CALLERS; i++) {
                String begun = i % 2 == 0
                        ? "GET /metrics HTTP/1.1\r\nHost: lo"
                        : "POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1073741824\r\n\r\n!";
                Socket socket = connect(pages);
                slow.add(socket);
                socket.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
            }
            NodeProcesses.await(
                    "the slow ones' arrival", () -> files(nodes.member("n").process()) > before + SLOW_CALLERS / 4);
            for (int i = 0; i < 20; i++) {
                assertTrue(answer(pages, "GET /health/live HTTP/1.0\r\n\r\n").startsWith("HTTP/1.1 200"));
                assertTrue(answer(pages, "GET /metrics HTTP/1.0\r\n\r\n").contains("forebay_pool_used_bytes"));
            }
            NodeProcesses.await(
                    "the slow ones' end", () -> files(nodes.member("n").process()) <= before + SPARE_FILES);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
        assertServed();
    }

    /// Sends all of it, to the one and the other in turn, and asks for a block now and then.
    ///
    /// @return on how many connections the answer had these words in it
    private int storm(List<String> addresses, int connections, IntFunction<byte[]> hostile, String words)
            throws Exception {
        int answered = 0;
        List<Process> processes =
                List.of(nodes.masterProcess(), nodes.member("n").process());
        List<Long> before = new ArrayList<>();
        for (Process process : processes) {
            before.add(files(process));
        }
        for (int sent = 0; sent < connections; sent++) {
            answered += send(addresses.get(sent % addresses.size()), hostile.apply(sent), words) ? 1 : 0;
            if (sent % (connections / 10) == 0) {
                assertServed();
            }
        }
        for (int i = 0; i < processes.size(); i++) {
            Process process = processes.get(i);
            long most = before.get(i) + SPARE_FILES;
            assertTrue(process.isAlive(), "it lives");
            NodeProcesses.await("the end of what was opened", () -> files(process) <= most);
        }
        assertServed();
        assertEquals(0, nodes.metric("n", "forebay_loop_errors_total"));
        assertEquals(0, nodes.masterMetric("forebay_master_restarts_total"));
        assertEquals(1, nodes.masterMetric("forebay_catalogue_visible_nodes"));
        return answered;
    }

    private void assertServed() throws Exception {
        assertEquals(Collections.nCopies(4, Outcome.MEMORY), prompts.query("n", "kept", 4));
        assertEquals(1, nodes.metric("n", "forebay_master_session_open"));
    }

    private static Socket connect(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        Socket socket = new Socket();
        socket.setSoTimeout(READ_MILLIS);
        socket.connect(
                new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
                10_000);
        return socket;
    }

    /// Sends it and hears what is said until these words are among it, or nothing more comes.
    ///
    /// @return whether they were
    private static boolean send(String address, byte[] message, String words) throws IOException {
        ByteArrayOutputStream begun = new ByteArrayOutputStream();
        try (Socket socket = connect(address)) {
            try {
                socket.getOutputStream().write(message);
                if (words.startsWith("HTTP")) {
                    socket.shutdownOutput(); // else it waits for the rest of what will never be whole
                }
                InputStream in = socket.getInputStream();
                byte[] heard = new byte[8_192];
                for (int bytes = in.read(heard); bytes >= 0; bytes = in.read(heard)) {
                    begun.write(heard, 0, Math.min(bytes, Math.max(0, MAX_HEARD - begun.size())));
                    if (begun.toString(StandardCharsets.ISO_8859_1).contains(words)) {
                        return true;
                    }
                }
            } catch (SocketTimeoutException silent) {
                // It waits for more; closing tells it that none comes.
            } catch (IOException refused) {
                // It closed at once, as it may.
            }
        }
        return false;
    }

    private static String answer(String address, String request) throws IOException {
        try (Socket socket = connect(address)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static long files(Process process) throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
            return open.count();
        }
    }
}
