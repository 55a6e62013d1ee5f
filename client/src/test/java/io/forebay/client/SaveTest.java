package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.SHORT;
import static io.forebay.client.ClientFixture.SLACK_NANOS;
import static io.forebay.client.ClientFixture.assertExact;
import static io.forebay.client.ClientFixture.fill;
import static io.forebay.client.ClientFixture.hash;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SaveTest {
    private final FakeTimer timer = new FakeTimer();
    private FakeHost host;
    private EngineClient client;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        host = FakeHost.running(directory, LAYOUT);
        client = ClientFixture.open(ClientFixture.options(LAYOUT), host, timer);
    }

    @AfterEach
    void stop() {
        client.close();
        host.close();
    }

    private EngineClient impatient(InstanceId instance) {
        return ClientFixture.open(
                EngineOptions.of("node:1", instance, LAYOUT, "model").withCallTimeout(SHORT), host, timer);
    }

    @Test
    void whatIsSavedIsLoadedByteByByte() {
        List<BlockHash> hashes = hashes("a", 5);

        assertEquals(new SaveReport(5, 0, 0, 0, 0), client.save("r", hashes, writer(hashes)));

        try (Loaded loaded = client.query("r", hashes, LONG)) {
            assertEquals(5, loaded.hits());
            assertExact(loaded, hashes, LAYOUT);
        }
    }

    @Test
    void aRepeatedHashIsWrittenOnce() {
        List<BlockHash> hashes = List.of(hash("a"), hash("b"), hash("a"), hash("a"));
        List<Integer> written = new ArrayList<>();

        SaveReport report = client.save("r", hashes, (block, slot, bytes) -> {
            written.add(block);
            fill(hashes.get(block), slot, bytes);
        });

        assertEquals(new SaveReport(2, 2, 0, 0, 0), report);
        assertEquals(List.of(0, 0, 1, 1), written);
    }

    @Test
    void presentBlocksAndThoseOfOthersAndThoseWithoutRoomAreNotWritten() {
        List<BlockHash> mine = hashes("mine", 3);
        client.save("r", mine, writer(mine));
        List<BlockHash> others = hashes("others", 2);
        EngineClient other = impatient(new InstanceId("other"));
        host.holdBefore("seal");
        other.save("r", others, writer(others));
        List<BlockHash> tooMuch = hashes("new", 4);
        List<BlockHash> all = ClientFixture.concat(ClientFixture.concat(mine, others), tooMuch);

        SaveReport report = impatient(new InstanceId("third")).save("r", all, writer(all));
        host.answerHeld();

        assertEquals(new SaveReport(0, 3, 0, 1, 0), withoutWritten(report, 5));
        other.close();
    }

    /// 16 granules, 2 slots a block: 8 blocks, of which 5 are taken.
    private static SaveReport withoutWritten(SaveReport report, int othersAndWritten) {
        assertEquals(othersAndWritten, report.written() + report.elsewhere() + report.failed());
        assertEquals(2, report.elsewhere());
        return new SaveReport(0, report.present(), 0, report.noRoom(), 0);
    }

    @Test
    void aWriterThatThrowsGivesItsBlocksBackAndIsHeard() {
        List<BlockHash> hashes = hashes("a", 3);
        var broken = new IllegalStateException("the GPU is gone");

        var thrown = assertThrows(
                IllegalStateException.class,
                () -> client.save("r", hashes, (block, slot, bytes) -> {
                    if (block == 1) {
                        throw broken;
                    }
                }));

        assertSame(broken, thrown);
        assertEquals(1, host.count("abort"));
        assertEquals(0, host.count("seal"));
        assertEquals(0, host.node().pool.usedBytes());
        assertEquals(new SaveReport(3, 0, 0, 0, 0), client.save("r", hashes, writer(hashes)));
    }

    @Test
    void aNodeThatDiesWhileItsBlocksAreWrittenHasNothingSealed() throws IOException {
        List<BlockHash> hashes = hashes("a", 2);
        List<Integer> written = new ArrayList<>();

        SaveReport report = client.save("r", hashes, (block, slot, bytes) -> {
            written.add(block);
            host.kill();
            fill(hashes.get(block), slot, bytes);
        });

        assertEquals(new SaveReport(0, 0, 0, 0, 2), report);
        assertEquals(List.of(0), written, "nothing is written once the registration has ended");
    }

    @Test
    void aReservationIsNeverSealedUnderTheNextRegistration() throws IOException {
        List<BlockHash> hashes = hashes("a", 1);

        SaveReport report = client.save("r", hashes, (block, slot, bytes) -> {
            if (slot == 1) {
                host.kill();
                restart();
            }
            fill(hashes.get(block), slot, bytes);
        });

        assertTrue(client.isConnected());
        assertEquals(new SaveReport(0, 0, 0, 0, 1), report);
        assertEquals(0, host.count("seal"));
        assertEquals(0, client.query("r", hashes, LONG).hits());
    }

    private void restart() {
        try {
            host.boot();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        timer.run();
        timer.advance(BackOff.FIRST_NANOS);
    }

    @Test
    void aHungNodeHoldsASaveNoLongerThanItsTimeout() {
        EngineClient impatient = impatient(new InstanceId("impatient"));
        List<BlockHash> hashes = hashes("a", 2);
        host.hold("reserve");
        long start = System.nanoTime();

        SaveReport report = impatient.save("r", hashes, writer(hashes));

        assertTrue(System.nanoTime() - start < SHORT.toNanos() + SLACK_NANOS);
        assertEquals(new SaveReport(0, 0, 0, 0, 2), report);
        host.answerHeld();
        assertEquals(1, host.count("abort"), "what is granted too late is given back");
        assertEquals(0, host.node().pool.usedBytes());
    }

    @Test
    void aBlockWhoseSealIsStillUnderWayIsNotWrittenAgain() {
        EngineClient impatient = impatient(new InstanceId("impatient"));
        List<BlockHash> hashes = hashes("a", 1);
        host.holdBefore("seal");
        impatient.save("r", hashes, writer(hashes));

        SaveReport again = impatient.save("r", hashes, (block, slot, bytes) -> {
            throw new AssertionError("written while its seal may come");
        });

        assertEquals(new SaveReport(0, 0, 1, 0, 0), again);
        host.answerHeld();
        assertEquals(new SaveReport(0, 1, 0, 0, 0), impatient.save("r", hashes, writer(hashes)));
    }

    /// Else it stays reserved and unwritten until the node forgets it, and nobody can save it meanwhile.
    @Test
    void whomTheNodeGrantsABlockWritesItAlsoWhenAnotherRequestSetOutFirst() {
        EngineClient impatient = impatient(new InstanceId("impatient"));
        List<BlockHash> hashes = hashes("a", 1);
        host.holdBefore("reserve");
        impatient.save("first", hashes, writer(hashes));
        host.holdBefore("");

        assertEquals(new SaveReport(1, 0, 0, 0, 0), impatient.save("second", hashes, writer(hashes)));

        host.answerHeld();
        assertEquals(new SaveReport(0, 1, 0, 0, 0), impatient.save("third", hashes, writer(hashes)));
    }

    @Test
    void twoThreadsNeverWriteOneBlock() throws InterruptedException {
        List<BlockHash> hashes = hashes("a", 1);
        var writing = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var first = new AtomicReference<SaveReport>();
        Thread thread = Thread.ofPlatform()
                .start(() -> first.set(client.save("r", hashes, (block, slot, bytes) -> {
                    writing.countDown();
                    await(goOn);
                    fill(hashes.get(block), slot, bytes);
                })));
        await(writing);

        SaveReport second = client.save("r", hashes, writer(hashes));
        goOn.countDown();
        thread.join(LONG.toMillis());

        assertEquals(new SaveReport(0, 0, 1, 0, 0), second);
        assertEquals(new SaveReport(1, 0, 0, 0, 0), first.get());
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(LONG.toSeconds(), TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
