package io.forebay.server.resp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.params.ScanParams;

/// Values on SSD: what has no room in memory any more is read from there, and what was set is there after a restart.
final class RespSsdTest {
    private static final int VALUES = 60;
    private static final int BYTES = 300_000;

    @TempDir
    Path folder;

    private RespNode start() throws Exception {
        Map<String, String> settings = new HashMap<>(Map.of(
                "pool.size", "16MiB",
                "ssd.directories", folder.resolve("ssd").toString(),
                "ssd.size", "256MiB",
                "ssd.file_size", "16MiB"));
        return RespNode.start(folder, settings);
    }

    private static Jedis client(RespNode node) {
        return new Jedis("127.0.0.1", node.port(), 20_000);
    }

    private static byte[] key(int number) {
        return ("key " + number).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }

    private static byte[] value(int number, int version) {
        byte[] bytes = new byte[BYTES + number];
        new SplittableRandom(number * 1_000L + version).nextBytes(bytes);
        return bytes;
    }

    /// Sets each value once the one before is on SSD, so that none leaves memory unwritten.
    private static void fill(RespNode node, Jedis jedis) {
        for (int i = 0; i < VALUES; i++) {
            assertEquals("OK", jedis.set(key(i), value(i, 0)));
            long written = i + 1L;
            assertTrue(RespNode.await(() -> node.gauge("ssd_blocks") >= written));
        }
    }

    @Test
    void whatLeavesMemoryIsReadFromSsd() throws Exception {
        try (RespNode node = start();
                Jedis jedis = client(node)) {
            fill(node, jedis);
            assertTrue(node.usedBytes() <= 8 << 20, "18 MB of values in a half of 16 MiB");
            for (int i = 0; i < VALUES; i++) {
                assertArrayEquals(value(i, 0), jedis.get(key(i)), "value " + i);
            }
            try (Transaction transaction = jedis.multi()) {
                transaction.get(key(0));
                transaction.mget(key(1), key(2), key(VALUES));
                transaction.strlen(key(3));
                List<Object> got = transaction.exec();
                assertArrayEquals(value(0, 0), (byte[]) got.get(0));
                assertEquals(3, ((List<?>) got.get(1)).size());
                assertEquals(BYTES + 3L, got.get(2));
            }
            assertEquals(VALUES, jedis.dbSize());
            assertEquals("OK", jedis.flushAll());
            assertTrue(RespNode.await(() -> node.usedBytes() == 0));
        }
    }

    @Test
    void whatWasSetIsThereAfterARestartAndWhatWasDeletedIsNot() throws Exception {
        try (RespNode node = start();
                Jedis jedis = client(node)) {
            fill(node, jedis);
            jedis.set(key(1), value(1, 1));
            jedis.set(key(2), new byte[0]);
            jedis.del(key(3));
            jedis.psetex(key(4), 1, value(4, 1));
            jedis.psetex(key(5), 100_000, value(5, 1));
            assertTrue(RespNode.await(() -> !jedis.exists(key(4))));
        }
        try (RespNode node = start();
                Jedis jedis = client(node)) {
            assertEquals(VALUES - 2, jedis.dbSize());
            assertArrayEquals(value(0, 0), jedis.get(key(0)));
            assertArrayEquals(value(1, 1), jedis.get(key(1)));
            assertEquals(0, jedis.strlen(key(2)));
            assertArrayEquals(new byte[0], jedis.get(key(2)));
            assertNull(jedis.get(key(3)));
            assertNull(jedis.get(key(4)));
            assertArrayEquals(value(5, 1), jedis.get(key(5)));
            assertTrue(jedis.pttl(key(5)) > 50_000);
            assertTrue(RespNode.await(() -> scan(jedis).size() == VALUES - 2), "the keys are read behind the start");
            jedis.set(key(6), new byte[] {6});
            jedis.del(key(7));
        }
        try (RespNode node = start();
                Jedis jedis = client(node)) {
            assertArrayEquals(new byte[] {6}, jedis.get(key(6)));
            assertNull(jedis.get(key(7)));
            assertEquals(VALUES - 3, jedis.dbSize());
        }
    }

    private static Set<String> scan(Jedis jedis) {
        Set<String> found = new HashSet<>();
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            var page = jedis.scan(cursor, new ScanParams().count(1_000));
            found.addAll(page.getResult());
            cursor = page.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return found;
    }
}
