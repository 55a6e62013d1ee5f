package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.SHORT;
import static io.forebay.client.ClientFixture.SLACK_NANOS;
import static io.forebay.client.ClientFixture.fill;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.slotBuffer;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.memory.InstanceLock;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CloseTest {
    private final FakeTimer timer = new FakeTimer();
    private final List<BlockHash> hashes = hashes("a", 3);
    private FakeHost host;
    private EngineClient client;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        host = FakeHost.running(directory, LAYOUT);
        client = ClientFixture.open(ClientFixture.options(LAYOUT).withCallTimeout(SHORT), host, timer);
        client.save("r", hashes, writer(hashes));
    }

    @AfterEach
    void stop() {
        client.close();
        host.close();
    }

    private boolean lockIsHeld() {
        return InstanceLock.isHeld(directory.resolve("engine.lock"));
    }

    @Test
    void closingReleasesDeregistersUnmapsAndUnlocks() {
        Loaded loaded = client.query("r", hashes, LONG);
        MemorySegment view = loaded.view(0, 0);
        assertTrue(lockIsHeld());

        client.close();
        client.close();
        timer.run();

        assertEquals(1, host.count("release"));
        assertEquals(1, host.count("deregister"));
        assertFalse(lockIsHeld());
        assertTrue(timer.isClosed());
        assertFalse(loaded.copy(0, 0, slotBuffer()));
        assertThrows(IllegalStateException.class, () -> view.get(ValueLayout.JAVA_BYTE, 0));
        assertEquals(
                Outcome.MISS_NODE_UNAVAILABLE,
                client.query("r", hashes, LONG).outcomes().get(0));
    }

    @Test
    void aHungNodeDoesNotKeepAClientFromClosing() {
        Loaded loaded = client.query("r", hashes, LONG);
        host.hold("release");
        long start = System.nanoTime();

        client.close();

        assertTrue(System.nanoTime() - start < SHORT.toNanos() + SLACK_NANOS);
        assertEquals(3, loaded.hits());
        host.answerHeld();
    }

    @Test
    void aSaveUnderWayWhenTheClientClosesWritesIntoMappedMemoryAndFails() {
        List<BlockHash> more = hashes("more", 2);

        SaveReport report = client.save("r", more, (block, slot, bytes) -> {
            client.close();
            fill(more.get(block), slot, bytes);
            assertTrue(lockIsHeld(), "the lock says that somebody may still write");
        });

        assertEquals(new SaveReport(0, 0, 0, 0, 2), report);
        assertEquals(1, host.count("seal"), "only the first save was sealed");
        assertFalse(lockIsHeld());
    }

    @Test
    void aClientThatIsClosedBeforeItIsRegisteredLeavesNoConnection() {
        host.hold("register");
        EngineClient hasty = ClientFixture.open(ClientFixture.options(LAYOUT), host, timer);

        hasty.close();
        timer.run();
        host.answerHeld();

        assertFalse(hasty.isConnected());
        assertEquals(1, host.openConnections());
    }
}
