package io.forebay.server.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What no decent client sends. Whatever it is: the node lives, others are served, and the pool has its bytes back.
final class RespHostileTest {
    private static final int MESSAGES = 10_000;
    private static final int MESSAGES_OF_A_CONNECTION = 25;
    private static final long SEED = 20_261_130;
    private static final byte[] SET = bytes("SET");
    private static final String[] WORDS = {
        "SET", "GET", "MSET", "MGET", "DEL", "EXISTS", "SCAN", "MULTI", "EXEC", "DISCARD", "HELLO", "CLIENT", "CONFIG",
        "GETRANGE", "STRLEN", "EXPIRE", "TTL", "INFO", "FLUSHALL", "SETEX", "PING", "ECHO", "COMMAND", "NX", "EX", "3",
        "-1", "0", "GET", "MATCH", "*", "[a-", "key", "", "99999999999999999999"
    };

    @TempDir
    Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    @Test
    void tenThousandFuzzedMessagesLeaveNothingBehind() throws Exception {
        try (RespNode node = RespNode.start(folder, Map.of())) {
            SplittableRandom random = new SplittableRandom(SEED);
            for (int sent = 0; sent < MESSAGES; sent += MESSAGES_OF_A_CONNECTION) {
                try (RawClient client = new RawClient(node.port())) {
                    for (int i = 0; i < MESSAGES_OF_A_CONNECTION; i++) {
                        client.send(fuzzed(random));
                    }
                } catch (IOException closed) {
                    // What is no RESP ends its connection, and the rest of the messages finds it closed.
                }
            }
            try (RawClient client = new RawClient(node.port())) {
                assertEquals("+PONG", client.ask("PING"));
                assertEquals("+OK", client.ask("FLUSHALL"));
                assertEquals(":0", client.ask("DBSIZE"));
            }
            assertTrue(RespNode.await(() -> node.usedBytes() == 0), node.usedBytes() + " bytes are in use");
            assertEquals(0, node.count("loop_errors"));
        }
    }

    /// Well-formed requests, with one in three of them damaged at a place.
    private static byte[] fuzzed(SplittableRandom random) {
        int count = random.nextInt(1, 6);
        StringBuilder text = new StringBuilder("*" + count + "\r\n");
        for (int i = 0; i < count; i++) {
            boolean word = i == 0 || random.nextInt(3) > 0;
            String argument = word
                    ? WORDS[random.nextInt(WORDS.length)]
                    : "x".repeat(random.nextInt(random.nextInt(8) == 0 ? 20_000 : 40));
            text.append('$')
                    .append(argument.length())
                    .append("\r\n")
                    .append(argument)
                    .append("\r\n");
        }
        byte[] message = bytes(text.toString());
        switch (random.nextInt(9)) {
            case 0 -> message[random.nextInt(message.length)] = (byte) random.nextInt(256);
            case 1 -> message = java.util.Arrays.copyOf(message, random.nextInt(message.length + 1));
            case 2 -> random.nextBytes(message);
            default -> {}
        }
        return message;
    }

    @Test
    void muchAnnouncedAndLittleSentCostsLittle() throws Exception {
        Map<String, String> settings = Map.of("pool.size", "64MiB", "resp.request_timeout", "1s");
        try (RespNode node = RespNode.start(folder, settings);
                RawClient huge = new RawClient(node.port());
                RawClient large = new RawClient(node.port())) {
            huge.send("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$1073741824\r\nx");
            assertTrue(huge.reply().startsWith("-ERR Protocol error: invalid bulk length"));
            assertTrue(huge.isClosed());
            large.send("*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$536870912\r\nx");
            assertTrue(RespNode.await(() -> node.usedBytes() > 0));
            assertTrue(node.usedBytes() <= 4 << 20, node.usedBytes() + " bytes for one that has come");
            assertTrue(large.isClosed(), "it had a second");
            assertTrue(RespNode.await(() -> node.usedBytes() == 0), node.usedBytes() + " bytes are in use");
        }
    }

    @Test
    void aSlowLorisIsClosedAndOthersAreServedMeanwhile() throws Exception {
        try (RespNode node = RespNode.start(folder, Map.of("resp.request_timeout", "1s"));
                RawClient good = new RawClient(node.port())) {
            List<RawClient> slow = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                slow.add(new RawClient(node.port()));
                slow.get(i).send("*2\r\n$3\r\nGE");
            }
            assertEquals("+OK", good.ask("SET", "k", "v"));
            for (RawClient each : slow) {
                assertTrue(each.isClosed());
                each.close();
            }
            assertEquals("v", good.ask("GET", "k"));
        }
    }

    /// Half of the room is for values on their way; who finds none is told so, and asks on in step.
    @Test
    void manyThatAnnounceMuchDoNotPushOutWhatIsStored() throws Exception {
        try (RespNode node = RespNode.start(folder, Map.of());
                RawClient good = new RawClient(node.port())) {
            assertEquals("+OK", good.ask("SET", "k", "v"));
            List<RawClient> greedy = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                greedy.add(new RawClient(node.port()));
                greedy.get(i).send("*3\r\n$3\r\nSET\r\n$1\r\nz\r\n$4000000\r\nx");
            }
            assertTrue(RespNode.await(() -> node.usedBytes() > 4 << 20));
            assertEquals("v", good.ask("GET", "k"));
            good.request(SET, bytes("big"), new byte[4_000_000]);
            assertTrue(good.reply().startsWith("-OOM "));
            assertEquals("v", good.ask("GET", "k"));
            for (RawClient each : greedy) {
                each.close();
            }
        }
    }

    @Test
    void aSlowReaderHoldsNothingUp() throws Exception {
        try (RespNode node = RespNode.start(folder, Map.of("resp.request_timeout", "1s"));
                RawClient good = new RawClient(node.port());
                RawClient slow = new RawClient(node.port())) {
            good.request(SET, bytes("k"), new byte[4 << 20]);
            assertEquals("+OK", good.reply());
            for (int i = 0; i < 200; i++) {
                slow.request(bytes("GET"), bytes("k"));
            }
            assertEquals("+OK", good.ask("DEL", "k").replace(":1", "+OK"));
            assertTrue(RespNode.await(() -> node.usedBytes() == 0), "the value is free once the slow one is closed");
        }
    }

    @Test
    void whatIsRefusedLeavesTheConnectionInStep() throws Exception {
        try (RespNode node = RespNode.start(folder, Map.of());
                RawClient client = new RawClient(node.port())) {
            byte[] longest = new byte[4_096];
            client.request(SET, longest, bytes("v"));
            assertEquals("+OK", client.reply());
            client.request(SET, new byte[4_097], new byte[100_000]);
            assertEquals("-ERR a key has at most 4096 bytes, not 4097", client.reply());
            client.request(SET, bytes("k"), new byte[30 << 20]);
            assertTrue(client.reply().startsWith("-OOM "), "the gateway has 16 MiB");
            assertEquals("-ERR unknown command 'NONSENSE'", client.ask("NONSENSE", "a", "b"));
            assertTrue(client.ask("GET").startsWith("-ERR wrong number of arguments for 'get'"));
            client.send("*5000\r\n" + "$1\r\nx\r\n".repeat(5_000));
            assertEquals("-ERR a request has at most 4096 arguments, not 5000", client.reply());
            client.request(bytes("GET"), longest);
            assertEquals("v", client.reply());
            client.send("PING\r\n  ping   hello \r\n\r\n*0\r\n");
            assertEquals("+PONG", client.reply());
            assertEquals("hello", client.reply());
            client.send("*1\r\n:4\r\n");
            assertEquals("-ERR Protocol error: expected '$', got ':'", client.reply());
            assertTrue(client.isClosed());
        }
    }

    @Test
    void connectionsAreBoundedAndIdleOnesEnd() throws Exception {
        Map<String, String> settings = Map.of("resp.max_connections", "2", "resp.idle_timeout", "1s");
        try (RespNode node = RespNode.start(folder, settings);
                RawClient first = new RawClient(node.port());
                RawClient second = new RawClient(node.port())) {
            assertEquals("+PONG", first.ask("PING"));
            assertEquals("+PONG", second.ask("PING"));
            try (RawClient third = new RawClient(node.port())) {
                assertEquals("-ERR max number of clients reached", third.reply());
            }
            assertTrue(first.isClosed() && second.isClosed());
        }
    }
}
