package io.forebay.server.resp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;

/// Programs that nobody here wrote make their ordinary round trips.
final class RespClientsTest {
    private static final String HOST = "127.0.0.1";
    private static final int MIB = 1 << 20;

    @TempDir
    Path folder;

    private RespNode node;

    @BeforeEach
    void start() throws Exception {
        node = RespNode.start(folder, Map.of("pool.size", "96MiB"));
    }

    @AfterEach
    void stop() {
        node.close();
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    @Test
    void jedisSetsAndGets() {
        try (Jedis jedis = new Jedis(HOST, node.port(), 20_000)) {
            byte[] key = {0, 1, '\r', '\n', (byte) 0xff};
            for (int length : List.of(0, 1, 4_095, 4_096, 70_000, MIB, 9 * MIB + 5)) {
                assertEquals("OK", jedis.set(key, random(length)));
                assertArrayEquals(random(length), jedis.get(key), length + " bytes");
                assertEquals(length, jedis.strlen(key));
                assertEquals(1, jedis.dbSize());
            }
            assertArrayEquals(
                    Arrays.copyOfRange(random(9 * MIB + 5), 4 * MIB - 3, 4 * MIB + 20),
                    jedis.getrange(key, 4 * MIB - 3, 4 * MIB + 19));
            assertEquals("", jedis.getrange("absent", 0, -1));
            jedis.set("text", "This is a string");
            assertEquals("ing", jedis.getrange("text", -3, -1));
            assertEquals("This is a string", jedis.getrange("text", 0, 100));
            assertEquals(List.of("1", "2"), mset(jedis));
            assertEquals(3, jedis.exists("a", "b", "text", "absent"));
            assertEquals(2, jedis.del("a", "b", "absent"));
            assertEquals(1, jedis.unlink("text"));
            assertNull(jedis.get("text"));
            assertEquals("none", jedis.type("text"));
        }
    }

    private static List<String> mset(Jedis jedis) {
        assertEquals("OK", jedis.mset("a", "1", "b", "2"));
        return jedis.mget("a", "b");
    }

    @Test
    void jedisLetsValuesEnd() {
        try (Jedis jedis = new Jedis(HOST, node.port(), 20_000)) {
            assertEquals("OK", jedis.set("k", "v", SetParams.setParams().nx().px(60_000)));
            assertNull(jedis.set("k", "w", SetParams.setParams().nx()));
            assertEquals("v", jedis.setGet("k", "w", SetParams.setParams().keepTtl()));
            assertTrue(jedis.pttl("k") > 50_000);
            assertEquals(1, jedis.persist("k"));
            assertEquals(-1, jedis.ttl("k"));
            assertEquals(1, jedis.expire("k", 100));
            assertEquals(100, jedis.ttl("k"));
            jedis.psetex("short", 20, "v");
            assertTrue(RespNode.await(() -> jedis.get("short") == null));
            assertEquals(-2, jedis.ttl("short"));
        }
    }

    @Test
    void jedisPipelinesAndTransacts() {
        try (Jedis jedis = new Jedis(HOST, node.port(), 20_000)) {
            List<Response<byte[]>> got = new ArrayList<>();
            try (Pipeline pipeline = jedis.pipelined()) {
                for (int i = 0; i < 500; i++) {
                    byte[] key = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
                    pipeline.set(key, random(i * 40));
                    got.add(pipeline.get(key));
                }
                pipeline.sync();
            }
            for (int i = 0; i < got.size(); i++) {
                assertArrayEquals(random(i * 40), got.get(i).get());
            }
            try (Transaction transaction = jedis.multi()) {
                transaction.set("in", "one");
                transaction.get("in");
                transaction.del("in", "0");
                assertEquals(List.of("OK", "one", 2L), transaction.exec());
            }
            assertEquals("PONG", jedis.ping());
            Set<String> found = new HashSet<>();
            String cursor = ScanParams.SCAN_POINTER_START;
            do {
                var page = jedis.scan(cursor, new ScanParams().match("4?").count(7));
                found.addAll(page.getResult());
                cursor = page.getCursor();
            } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
            assertEquals(10, found.size(), found.toString());
            assertTrue(jedis.info().contains("keys=499"));
            assertEquals("OK", jedis.flushAll());
        }
        assertTrue(RespNode.await(() -> node.usedBytes() == 0));
    }

    @Test
    void lettuceSpeaksTheThirdProtocol() throws Exception {
        RedisURI address = RedisURI.builder()
                .withHost(HOST)
                .withPort(node.port())
                .withClientName("a-test")
                .withTimeout(Duration.ofSeconds(20))
                .build();
        try (RedisClient client = RedisClient.create(address);
                StatefulRedisConnection<byte[], byte[]> connection = client.connect(ByteArrayCodec.INSTANCE)) {
            byte[] key = random(4_096);
            assertEquals("OK", connection.sync().set(key, random(3 * MIB)));
            assertArrayEquals(random(3 * MIB), connection.sync().get(key));
            assertNull(connection.sync().get(random(7)));
            assertEquals("OK", connection.sync().set(key, random(2), SetArgs.Builder.ex(60)));
            assertEquals(60, connection.sync().ttl(key));
            assertEquals(1, connection.sync().exists(key, random(9)));
            List<RedisFuture<String>> sets = new ArrayList<>();
            List<RedisFuture<byte[]>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                sets.add(connection.async().set(random(i + 10), random(i * 100)));
                all.add(connection.async().get(random(i + 10)));
            }
            for (int i = 0; i < all.size(); i++) {
                assertEquals("OK", sets.get(i).get(20, TimeUnit.SECONDS));
                assertArrayEquals(random(i * 100), all.get(i).get(20, TimeUnit.SECONDS));
            }
            assertEquals(2, connection.sync().mget(key, random(8)).size());
            assertTrue(connection.sync().configGet("maxmemory*").containsKey("maxmemory-policy"));
            assertArrayEquals(
                    "a-test".getBytes(StandardCharsets.US_ASCII),
                    connection.sync().clientGetname());
            assertEquals(201, connection.sync().dbsize());
        }
    }

    @Test
    void redisCliShowsWhatItShowsOfRedis() throws Exception {
        assertEquals("PONG", cli("ping"));
        assertEquals("OK", cli("set", "k", "a value"));
        assertEquals("\"a value\"", cli("--no-raw", "get", "k"));
        assertEquals("(nil)", cli("--no-raw", "-3", "get", "absent"));
        assertEquals("(integer) 7", cli("--no-raw", "strlen", "k"));
        assertEquals("1) \"0\"\n2) 1) \"k\"", cli("--no-raw", "scan", "0"));
        assertEquals("k", cli("--scan", "--pattern", "?"));
        assertEquals("(error) ERR DB index is out of range", cli("--no-raw", "select", "1"));
        assertEquals("ERR This instance has cluster support disabled", cli("cluster", "info"));
        assertTrue(cli("info", "server").contains("redis_mode:standalone"));
    }

    private String cli(String... arguments) throws Exception {
        return run("redis-cli", arguments);
    }

    private String run(String program, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(program, "-h", HOST, "-p", Integer.toString(node.port())));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private String run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(60, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.ISO_8859_1).strip();
        assertTrue(ended && process.exitValue() == 0, command + ": " + text);
        return text;
    }

    @Test
    void redisBenchmarkRuns() throws Exception {
        for (String size : List.of("4096", "65536", "1048576")) {
            String count = size.length() > 6 ? "200" : "2000";
            for (String depth : List.of("1", "8")) {
                String text = run(
                        "redis-benchmark",
                        "-t",
                        "set,get",
                        "-r",
                        "2000",
                        "-c",
                        "8",
                        "-d",
                        size,
                        "-n",
                        count,
                        "-P",
                        depth,
                        "--csv");
                assertTrue(text.contains("\"SET\"") && text.contains("\"GET\""), text);
                assertTrue(!text.contains("rror"), text);
            }
        }
        String text = run("redis-benchmark", "-t", "ping,mset", "-n", "1000", "-c", "8", "--csv");
        assertTrue(text.contains("PING_INLINE") && text.contains("MSET"), text);
    }

    @Test
    void redisOfPythonRuns() throws Exception {
        Path script = Files.writeString(folder.resolve("trip.py"), """
                import os, redis, sys
                r = redis.Redis(port=int(sys.argv[1]), socket_timeout=20)
                big = os.urandom(3 << 20)
                assert r.set('big', big) and r.get('big') == big
                assert r.set(b'\\x00\\xff', b'') and r.get(b'\\x00\\xff') == b''
                assert r.get('absent') is None and r.exists('big') == 1
                p = r.pipeline()
                for i in range(100):
                    p.set('k%d' % i, str(i)).get('k%d' % i)
                answers = p.execute()
                assert answers == [x for i in range(100) for x in (True, str(i).encode())], answers
                p = r.pipeline(transaction=False)
                p.mset({'a': 1, 'b': 2}); p.mget('a', 'b', 'c'); p.strlen('big')
                assert p.execute() == [True, [b'1', b'2', None], 3 << 20]
                assert len(list(r.scan_iter(match='k*', count=7))) == 100
                assert r.dbsize() == 104 and r.info()['role'] == 'master'
                assert r.config_get('save') == {'save': ''}
                assert r.setex('e', 50, 'v') and r.ttl('e') == 50 and r.getrange('e', 0, -1) == b'v'
                try:
                    r.execute_command('LPUSH', 'l', 'x')
                    raise SystemExit('lists are not known')
                except redis.ResponseError:
                    pass
                assert r.delete('a', 'b') == 2 and r.ping() and r.flushall()
                print('good')
                """);
        assertEquals("good", run(List.of("/usr/bin/python3", script.toString(), Integer.toString(node.port()))));
    }

    @Test
    void aPasswordIsAskedForOfEverybody() throws Exception {
        node.close();
        node = RespNode.start(folder, Map.of("resp.password", "sesame"));
        try (Jedis jedis = new Jedis(HOST, node.port(), 20_000)) {
            assertThrows(JedisDataException.class, () -> jedis.set("k", "v"));
            assertThrows(JedisDataException.class, () -> jedis.auth("default", "simsim"));
            assertEquals("OK", jedis.auth("sesame"));
            assertEquals("OK", jedis.set("k", "v"));
        }
        RedisURI address = RedisURI.builder()
                .withHost(HOST)
                .withPort(node.port())
                .withPassword("sesame".toCharArray())
                .build();
        try (RedisClient client = RedisClient.create(address);
                StatefulRedisConnection<String, String> connection = client.connect()) {
            assertEquals("v", connection.sync().get("k"));
        }
    }

    @Test
    void thePolicyKeepsTheFirstValueAndGuardsTheRest() throws Exception {
        node.close();
        node = RespNode.start(
                folder, Map.of("resp.overwrite", "keep", "resp.flush", "false", "resp.close_after_error", "true"));
        try (Jedis jedis = new Jedis(HOST, node.port(), 20_000)) {
            assertEquals("OK", jedis.set("k", "first"));
            assertEquals("OK", jedis.set("k", "second"));
            assertEquals("first", jedis.get("k"));
        }
        try (RawClient client = new RawClient(node.port())) {
            assertTrue(client.ask("FLUSHALL").startsWith("-ERR FLUSHALL is off"));
            assertTrue(client.isClosed());
        }
    }
}
