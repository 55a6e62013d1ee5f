package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real node with an SSD is killed at random moments while clients of Redis set and delete. What docs/resp.md
/// promises holds behind each kill: a value that was on SSD, and that nobody touched since, is there; of a key that was
/// being changed there is one of its values, whole, or none; a deletion that is a while old holds; no other key
/// appears.
final class RespKillTest {
    private static final int KEYS = 40;
    private static final int SETTLED = 12;
    private static final int GONE = 4;
    private static final int LARGEST_BYTES = 120_000;
    /// Ten times what a tombstone takes.
    private static final long TOMBSTONE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /// Of a key that has no value.
    private static final int NONE = 0;

    @TempDir
    Path folder = Path.of("");

    private final ExecutorService clients = Executors.newFixedThreadPool(2);
    private final SplittableRandom random = new SplittableRandom(20_261_201);

    /// By key, which versions it may have.
    private final Map<String, Set<Integer>> may = new HashMap<>();

    private int version;

    @AfterEach
    void stop() {
        clients.shutdownNow();
    }

    @Test
    @Timeout(300)
    void whatIsPromisedHoldsBehindAKill() throws Exception {
        play(4);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void whatIsPromisedHoldsBehindFiftyKills() throws Exception {
        play(50);
    }

    private void play(int rounds) throws Exception {
        for (int key = 0; key < KEYS; key++) {
            may.put("key-" + key, new HashSet<>(Set.of(NONE)));
        }
        int port = freePort();
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            for (int round = 0; round < rounds; round++) {
                startNode(nodes, port);
                look(port, round);
                settle(nodes, port);
                change(nodes, port);
            }
            startNode(nodes, port);
            look(port, rounds);
        }
    }

    private void startNode(NodeProcesses nodes, int port) throws Exception {
        nodes.startNode(
                "a",
                1_000,
                "--ssd-directories",
                folder.resolve("ssd").toString(),
                "--ssd-size",
                "64MiB",
                "--ssd-file-size",
                "4MiB",
                "--resp-port",
                Integer.toString(port));
    }

    /// Below those that the system gives to whoever connects: it is to be free behind each kill, too.
    private int freePort() {
        while (true) {
            int port = 20_000 + random.nextInt(10_000);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                // another one
            }
        }
    }

    /// What is there is what may be there; from now on it is that.
    private void look(int port, int round) throws IOException {
        try (RespWire wire = new RespWire(port)) {
            Set<String> present = new HashSet<>();
            for (Map.Entry<String, Set<Integer>> entry : may.entrySet()) {
                String key = entry.getKey();
                byte[] value = wire.get(key);
                int found = value == null ? NONE : versionOf(key, value);
                assertTrue(
                        entry.getValue().contains(found),
                        () -> "behind kill " + round + " " + key + " has version " + found + " in place of one of "
                                + entry.getValue());
                entry.setValue(new HashSet<>(Set.of(found)));
                if (value != null) {
                    present.add(key);
                }
            }
            assertEquals(present, new HashSet<>(wire.keys()), "SCAN");
            assertEquals(present.size(), wire.size(), "DBSIZE");
        }
    }

    /// Some keys are set and some deleted, and all of that is on SSD.
    private void settle(NodeProcesses nodes, int port) throws Exception {
        List<String> keys = new ArrayList<>(may.keySet());
        try (RespWire wire = new RespWire(port)) {
            for (String key : keys.subList(SETTLED, SETTLED + GONE)) {
                wire.del(key);
                may.put(key, new HashSet<>(Set.of(NONE)));
            }
            for (String key : keys.subList(0, SETTLED)) {
                wire.set(key, value(key, ++version));
                may.put(key, new HashSet<>(Set.of(version)));
            }
        }
        nodes.awaitMetric("a", "forebay_resp_ssd_writes_total", written -> written >= SETTLED);
        LockSupport.parkNanos(TOMBSTONE_NANOS);
    }

    /// Two clients, each with keys of its own, until the node is killed. Half of what was settled is left alone.
    private void change(NodeProcesses nodes, int port) throws Exception {
        List<String> keys = new ArrayList<>(may.keySet());
        List<String> touched = keys.subList(SETTLED / 2, keys.size());
        int middle = touched.size() / 2;
        List<Future<?>> changing = List.of(
                clients.submit(() -> change(port, touched.subList(0, middle), random.split())),
                clients.submit(() -> change(port, touched.subList(middle, touched.size()), random.split())));
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(400_000)));
        nodes.kill("a");
        for (Future<?> client : changing) {
            client.get(60, TimeUnit.SECONDS);
        }
    }

    private void change(int port, List<String> keys, SplittableRandom own) {
        try (RespWire wire = new RespWire(port)) {
            while (true) {
                String key = keys.get(own.nextInt(keys.size()));
                Set<Integer> versions = versions(key);
                if (own.nextInt(5) == 0) {
                    versions.add(NONE);
                    wire.del(key);
                } else {
                    int next = nextVersion();
                    versions.add(next);
                    versions.add(NONE); // the one before may go first
                    wire.set(key, value(key, next));
                }
            }
        } catch (IOException killed) {
            // what was asked before it may have been done
        }
    }

    private synchronized Set<Integer> versions(String key) {
        return may.getOrDefault(key, Set.of());
    }

    private synchronized int nextVersion() {
        return ++version;
    }

    /// It says its key and version, and all of its bytes follow from them.
    private static byte[] value(String key, int version) {
        byte[] head = (key + ":" + version + ":").getBytes(StandardCharsets.US_ASCII);
        SplittableRandom bytes = new SplittableRandom(version);
        byte[] value = new byte[head.length + bytes.nextInt(LARGEST_BYTES)];
        bytes.nextBytes(value);
        System.arraycopy(head, 0, value, 0, head.length);
        return value;
    }

    private static int versionOf(String key, byte[] value) {
        String head = new String(Arrays.copyOf(value, Math.min(40, value.length)), StandardCharsets.US_ASCII);
        String[] words = head.split(":", 3);
        assertEquals(key, words[0], "whose value it is");
        int version = Integer.parseInt(words[1]);
        assertTrue(Arrays.equals(value(key, version), value), () -> key + " has every byte of version " + version);
        return version;
    }
}
