package io.forebay.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.forebay.core.catalogue.NodeStatus;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class NodeAskerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final NodeAsker asker = new NodeAsker();
    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void close() {
        asker.close();
        servers.forEach(server -> server.stop(0));
    }

    private String serving(int status, byte[] body, String location) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        servers.add(server);
        server.createContext("/", exchange -> {
            try (exchange) {
                if (!location.isEmpty()) {
                    exchange.getResponseHeaders().set("Location", location);
                }
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private static NodeStatus node(String http) {
        return new NodeStatus(new NodeId("n"), 1, new SessionId(1), "127.0.0.1:1", http, true, false, 0, 0, 0);
    }

    private NodeAnswer ask(String http) {
        return asker.ask(List.of(node(http)), "/api/node", PATIENCE).getFirst();
    }

    @Test
    void anAnswerIsItsJson() throws Exception {
        NodeAnswer answer = ask(serving(200, "{\"a\":1}".getBytes(java.nio.charset.StandardCharsets.UTF_8), ""));
        assertEquals("", answer.error());
        assertEquals(1, assertNotNullTree(answer).path("a").asInt(0));
    }

    private static tools.jackson.databind.JsonNode assertNotNullTree(NodeAnswer answer) {
        tools.jackson.databind.JsonNode tree = answer.tree();
        assertNotNull(tree, answer.error());
        return tree;
    }

    @Test
    void nobodyIsAskedAtAnAddressThatIsNone() {
        for (String odd : List.of("", "127.0.0.1", "127.0.0.1:80/admin?x=", "user@127.0.0.1:80", "a:b:80", "x:80#y")) {
            NodeAnswer answer = ask(odd);
            assertTrue(answer.error().startsWith("it"), odd + ": " + answer.error());
        }
    }

    @Test
    void aRedirectionIsNotFollowed() throws Exception {
        String elsewhere = serving(200, new byte[] {'{', '}'}, "");
        assertEquals(
                "HTTP status 302",
                ask(serving(302, new byte[] {'-'}, "http://" + elsewhere + "/")).error());
    }

    @Test
    void whatIsNoJsonOrTooMuchIsAnError() throws Exception {
        assertEquals(
                "its answer is not JSON",
                ask(serving(200, new byte[] {'<'}, "")).error());
        byte[] large = new byte[(int) NodeAsker.MAX_BYTES + 1];
        assertFalse(ask(serving(200, large, "")).error().isEmpty());
    }

    @Test
    void oneThatIsSilentHoldsNobodyUp() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String good = serving(200, new byte[] {'{', '}'}, "");
            List<NodeStatus> nodes = new ArrayList<>();
            for (int i = 0; i < 2 * NodeAsker.SIDE_BY_SIDE; i++) {
                nodes.add(node("127.0.0.1:" + silent.getLocalPort()));
            }
            nodes.addFirst(node(good));
            long began = System.nanoTime();
            List<NodeAnswer> answers = asker.ask(nodes, "/api/node", Duration.ofSeconds(1));
            assertTrue(System.nanoTime() - began < TimeUnit.SECONDS.toNanos(10), "it is over in its time");
            assertEquals("", answers.getFirst().error());
            assertTrue(
                    answers.stream().skip(1).allMatch(answer -> answer.error().contains("in time")), answers::toString);
        }
    }

    @Test
    void whoIsGoneIsToldAsGone() {
        Roster roster = new Roster();
        NodeStatus node = node("127.0.0.1:1");
        assertEquals(List.of(), roster.lost(List.of(node), 0));
        assertEquals(List.of(new Roster.Lost(node, 5)), roster.lost(List.of(), 5));
        assertEquals(List.of(), roster.lost(List.of(node), 6));
        assertEquals(List.of(), roster.lost(List.of(), 7 + Roster.KEPT_NANOS));
    }
}
