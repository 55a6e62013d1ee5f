package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.SHORT;
import static io.forebay.client.ClientFixture.SLACK_NANOS;
import static io.forebay.client.ClientFixture.assertExact;
import static io.forebay.client.ClientFixture.hash;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.Services;
import io.forebay.wire.WireServer;
import io.forebay.wire.WireServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The client over real gRPC to a server on loopback.
final class WireTest {
    private final List<BlockHash> hashes = hashes("a", 3);
    private FakeHost host;
    private WireServer server;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        host = FakeHost.running(directory, LAYOUT);
        server = serve(0);
    }

    @AfterEach
    void stop() {
        server.close(0);
        host.close();
    }

    private WireServer serve(int port) throws IOException {
        var engine = host.connect("", () -> {}).protocol();
        return WireServer.start(WireServerSettings.of("127.0.0.1", port), new Services(engine, null, null));
    }

    private EngineOptions options() {
        String address = "127.0.0.1:" + server.port();
        return EngineOptions.of(address, new InstanceId("engine"), LAYOUT, "model");
    }

    private static void awaited(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - start < LONG.toNanos());
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsSavedIsLoadedByteByByte() {
        try (EngineClient client = EngineClient.open(options())) {
            assertTrue(client.awaitConnected(LONG));
            assertEquals("model", client.namespace().orElseThrow().model());
            assertEquals(new SaveReport(3, 0, 0, 0, 0), client.save("r", hashes, writer(hashes)));
            assertEquals(new HandoffReport(3, 0, 3), client.awaitHandoff("r", LONG));
            try (Loaded loaded = client.query("r", hashes, LONG)) {
                assertEquals(3, loaded.hits());
                assertExact(loaded, hashes, LAYOUT);
            }
        }
        assertTrue(host.node().leaseUses.isEmpty());
    }

    @Test
    void aRestartedServerIsFoundAgainAndMeanwhileEverythingIsAMiss() throws IOException, InterruptedException {
        try (EngineClient client = EngineClient.open(options())) {
            assertTrue(client.awaitConnected(LONG));
            client.save("r", hashes, writer(hashes));
            int port = server.port();
            server.close(0);
            awaited(() -> !client.isConnected());
            Loaded away = client.query("r", hashes, LONG);
            assertEquals(Collections.nCopies(3, Outcome.MISS_NODE_UNAVAILABLE), away.outcomes());

            server = serve(port);
            assertTrue(client.awaitConnected(LONG));
            try (Loaded loaded = client.query("r2", hashes, LONG)) {
                assertEquals(3, loaded.hits());
            }
        }
    }

    @Test
    void aHungNodeIsAMissByTheDeadlineAndItsLeaseComesBackWhenItGoesOn() {
        try (EngineClient client = EngineClient.open(options())) {
            assertTrue(client.awaitConnected(LONG));
            client.save("r", hashes, writer(hashes));
            assertEquals(
                    0,
                    client.query("the first one loads classes", hashes("none", 1), LONG)
                            .hits());
            host.hold("query");
            long start = System.nanoTime();

            Loaded loaded = client.query("r", hashes, SHORT);

            long took = System.nanoTime() - start;
            assertTrue(took < SHORT.toNanos() + SLACK_NANOS, "took " + took);
            assertEquals(0, loaded.hits());
            awaited(() -> host.count("query") == 3);
            host.answerHeld();
            awaited(() -> host.count("release") == 1);
            assertTrue(host.node().leaseUses.isEmpty());
        }
    }

    @Test
    void closingAClientDeregistersIt() {
        EngineClient client = EngineClient.open(options());
        assertTrue(client.awaitConnected(LONG));
        client.close();
        awaited(() -> host.count("deregister") == 1);
        assertFalse(client.isConnected());
    }

    @Test
    void anAddressThatIsNoneIsBadInput() {
        EngineOptions nowhere = EngineOptions.of("nowhere", new InstanceId("engine"), LAYOUT, "model");
        try (EngineClient client = EngineClient.open(nowhere)) {
            assertThrows(InvalidInput.class, () -> client.awaitConnected(LONG));
            assertEquals(0, client.query("r", List.of(hash("a")), LONG).hits());
        }
    }
}
