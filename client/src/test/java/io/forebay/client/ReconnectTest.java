package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.SHORT;
import static io.forebay.client.ClientFixture.assertExact;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.slotBuffer;
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
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.memory.InstanceLock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReconnectTest {
    private final FakeTimer timer = new FakeTimer();
    private final List<BlockHash> hashes = hashes("a", 3);
    private FakeHost host;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() {
        host = new FakeHost(directory, LAYOUT);
    }

    @AfterEach
    void stop() {
        host.close();
    }

    private EngineClient open() {
        return ClientFixture.open(ClientFixture.options(LAYOUT), host, timer);
    }

    @Test
    void aNodeThatIsAwayIsAMissAndNeverAnException() {
        try (EngineClient client = open()) {
            assertFalse(client.isConnected());
            assertFalse(client.awaitConnected(Duration.ofMillis(1)));
            assertEquals(new SaveReport(0, 0, 0, 0, 3), client.save("r", hashes, writer(hashes)));
            Loaded loaded = client.query("r", hashes, LONG);
            assertEquals(Collections.nCopies(3, Outcome.MISS_NODE_UNAVAILABLE), loaded.outcomes());
            assertFalse(loaded.copy(0, 0, slotBuffer()));
            assertEquals(new HandoffReport(0, 3, 0), client.awaitHandoff("r", LONG));
            assertEquals(LeaseOutcome.UNKNOWN, client.renew(loaded));
            assertTrue(client.namespace().isEmpty());
        }
    }

    @Test
    void attemptsComeAtDoublingPausesUpToTwoSeconds() {
        try (EngineClient client = open()) {
            long[] pausesMillis = {100, 200, 400, 800, 1600, 2000, 2000, 2000};
            for (int i = 0; i < pausesMillis.length; i++) {
                timer.advance(pausesMillis[i] * 1_000_000 - 1);
                assertEquals(i + 1, host.count("connect"));
                timer.advance(1);
                assertEquals(i + 2, host.count("connect"));
            }
            assertFalse(client.isConnected());
        }
    }

    @Test
    void aClientComesBackToARestartedNodeWithItsNewPool() throws IOException {
        host.boot();
        try (EngineClient client = open()) {
            client.save("r", hashes, writer(hashes));
            host.kill();
            timer.run();
            assertFalse(client.isConnected());
            host.boot();
            timer.advance(BackOff.FIRST_NANOS);
            assertTrue(client.awaitConnected(SHORT));

            assertEquals(0, client.query("r", hashes, LONG).hits(), "the new boot is empty");
            assertEquals(new SaveReport(3, 0, 0, 0, 0), client.save("r", hashes, writer(hashes)));
            try (Loaded loaded = client.query("r2", hashes, LONG)) {
                assertExact(loaded, hashes, LAYOUT);
            }
        }
    }

    @Test
    void aRegistrationThatSucceededStartsThePausesOver() throws IOException {
        try (EngineClient client = open()) {
            timer.advance(5 * BackOff.LONGEST_NANOS);
            host.boot();
            timer.advance(BackOff.LONGEST_NANOS);
            assertTrue(client.isConnected());
            host.kill();
            timer.run();
            host.boot();
            timer.advance(BackOff.FIRST_NANOS);
            assertTrue(client.isConnected());
        }
    }

    @Test
    void whatWasLoadedOutlivesTheNodeUntilItIsClosed() throws IOException {
        host.boot();
        try (EngineClient client = open()) {
            client.save("r", hashes, writer(hashes));
            Loaded loaded = client.query("r", hashes, LONG);
            host.kill();
            timer.run();
            host.boot();
            timer.advance(BackOff.FIRST_NANOS);
            List<BlockHash> others = hashes("other", 3);
            client.save("r2", others, writer(others));

            assertExact(loaded, hashes, LAYOUT);
            assertEquals(LeaseOutcome.UNKNOWN, client.renew(loaded));
            long releases = host.count("release");
            loaded.close();
            assertFalse(loaded.copy(0, 0, slotBuffer()));
            assertEquals(0, host.node().leaseUses.size());
            assertTrue(host.count("release") <= releases + 1);
        }
    }

    @Test
    void anEvictionAfterTheRegistrationEndedIsALoadError() throws IOException {
        FakeNode node = host.boot();
        try (EngineClient client = open()) {
            client.save("r", hashes, writer(hashes));
            try (Loaded loaded = client.query("r", hashes, LONG)) {
                node.deregister(ClientFixture.options(LAYOUT).instance(), 0);
                assertEquals(0, client.query("x", hashes, LONG).hits());
                timer.run();
                assertFalse(client.isConnected());
                node.evict(hashes.get(2));

                assertTrue(loaded.copy(1, 0, slotBuffer()));
                assertFalse(loaded.copy(2, 0, slotBuffer()));
            }
            timer.advance(BackOff.FIRST_NANOS);
            assertTrue(client.isConnected(), "a node that forgot the instance is asked to register it again");
        }
    }

    @Test
    void aPoolThatTheNodeNoLongerKnowsEndsTheRegistration() throws IOException {
        host.boot();
        try (EngineClient client = open()) {
            FakeNode next = host.boot();
            next.register(ClientFixture.options(LAYOUT).registration());

            assertEquals(new SaveReport(0, 0, 0, 0, 3), client.save("r", hashes, writer(hashes)));
            assertEquals(0, client.query("r", hashes, LONG).hits());
            timer.run();
            timer.advance(BackOff.FIRST_NANOS);

            assertEquals(new SaveReport(3, 0, 0, 0, 0), client.save("r", hashes, writer(hashes)));
            assertTrue(next.blocks.containsKey(hashes.get(0)));
        }
    }

    @Test
    void keysThatARestartedNodeForgotArePendingAtTheBarrier() throws IOException {
        host.boot();
        try (EngineClient client = open()) {
            client.save("r", hashes, writer(hashes));
            host.kill();
            host.boot();
            timer.run();
            timer.advance(BackOff.FIRST_NANOS);

            assertEquals(new HandoffReport(0, 3, 3), client.awaitHandoff("r", LONG));
        }
    }

    @Test
    void aRegistrationWithoutAnswerIsTriedAgain() throws IOException {
        host.boot();
        host.hold("register");
        try (EngineClient client = open()) {
            timer.advance(LONG.toNanos() - 1);
            assertEquals(1, host.count("connect"));
            timer.advance(1);
            host.answerHeld();
            timer.run();
            assertFalse(client.isConnected(), "the late answer belongs to a connection that is closed");
            timer.advance(BackOff.FIRST_NANOS);
            assertTrue(client.isConnected());
            assertEquals(2, host.count("connect"));
        }
    }

    @Test
    void aRefusedRegistrationIsSaidToWhoeverWaitsForIt() throws IOException {
        host.boot();
        host.refuseRegistration(new InvalidInput("layout", "differs from rank 0's"));
        try (EngineClient client = open()) {
            var refusal = assertThrows(InvalidInput.class, () -> client.awaitConnected(LONG));
            assertEquals("layout: differs from rank 0's", refusal.getMessage());
            assertEquals(0, client.query("r", hashes, LONG).hits());
            host.refuseRegistration(null);
            timer.advance(BackOff.FIRST_NANOS);
            assertTrue(client.awaitConnected(LONG));
        }
    }

    @Test
    void aPoolThatIsNotTheNodesIsNotUsed() throws IOException {
        host.boot();
        host.lieAboutNonce(true);
        try (EngineClient client = open()) {
            assertFalse(client.isConnected());
            assertEquals(0, client.query("r", hashes, LONG).hits());
            assertFalse(InstanceLock.isHeld(directory.resolve("engine.lock")), "the lock went with the attempt");
            host.lieAboutNonce(false);
            timer.advance(BackOff.FIRST_NANOS);
            assertTrue(client.isConnected());
        }
    }

    @Test
    void aStrictClientDoesNotOpenWithoutItsNode() {
        EngineOptions strict = ClientFixture.options(LAYOUT).withStrict(true).withCallTimeout(Duration.ofMillis(30));
        var surroundings = new Surroundings(System::nanoTime, () -> 0.0, timer);

        assertThrows(CacheUnavailableException.class, () -> EngineClient.open(strict, host, surroundings));

        timer.run();
        assertTrue(timer.isClosed(), "it leaves nothing behind");
    }

    @Test
    void aStrictClientSaysThatTheCacheIsAway() throws IOException {
        host.boot();
        EngineOptions strict = ClientFixture.options(LAYOUT).withStrict(true);
        try (EngineClient client = EngineClient.open(strict, host, Surroundings.real("strict"))) {
            assertEquals(3, client.save("r", hashes, writer(hashes)).written());
            host.kill();

            assertThrows(CacheUnavailableException.class, () -> client.query("r", hashes, SHORT));
            assertThrows(CacheUnavailableException.class, () -> client.save("r", hashes, writer(hashes)));
            assertThrows(CacheUnavailableException.class, () -> client.awaitHandoff("r", SHORT));
        }
    }
}
