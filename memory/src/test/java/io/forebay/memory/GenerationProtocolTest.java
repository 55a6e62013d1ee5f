package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.extent.Extent;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two mappings of one pool: the owner frees and grants, a reader must never take other bytes for its own.
class GenerationProtocolTest {
    private static final int GRANULE = 4096;
    private static final int SLOT = 4 * GRANULE;
    private static final int ROUNDS = 20_000;
    private static final long NONCE = 4711;

    @TempDir
    Path directory;

    private Pool owner;
    private PeerPool reader;
    private volatile Extent sealed = new Extent(0, 1, 0);

    @BeforeEach
    void open() throws IOException {
        owner = Pool.create(new PoolSettings(directory, 2 * SLOT, GRANULE, 1, SLOT), "n", 1, NONCE);
        reader = PeerPool.open(owner.path(), NONCE);
    }

    @AfterEach
    void close() {
        reader.close();
        owner.close();
    }

    @Test
    void aReaderSeesThatAnExtentWasFreed() {
        Extent extent = TestPools.granted(owner, SLOT);
        MemorySegment copy = MemorySegment.ofArray(new byte[SLOT]);
        assertEquals(extent.generation(), reader.acquire(extent.offsetBytes()));
        assertTrue(reader.copyOut(extent, copy));
        owner.free(extent);
        assertFalse(reader.confirm(extent.offsetBytes(), extent.generation()));
        assertFalse(reader.copyOut(extent, copy));
    }

    @Test
    void aReaderOfAFreedExtentRefusesTheNextOnesBytes() {
        Extent old = TestPools.granted(owner, SLOT);
        owner.free(old);
        Extent next = TestPools.granted(owner, SLOT);
        assertEquals(old.offsetBytes(), next.offsetBytes());
        MemorySegment copy = MemorySegment.ofArray(new byte[SLOT]);
        assertFalse(reader.copyOut(old, copy));
        assertTrue(reader.copyOut(next, copy));
    }

    @Test
    void aViewInPlaceIsCheckedWhenItsUserIsDone() throws IOException {
        try (EnginePool engine = EnginePool.open(owner.path(), NONCE)) {
            Extent extent = TestPools.granted(owner, SLOT);
            assertTrue(engine.isCurrent(extent));
            owner.quarantine(extent, "engine");
            assertTrue(engine.isCurrent(extent));
            owner.endQuarantine("engine");
            assertFalse(engine.isCurrent(extent));
        }
    }

    /// The owner fills each extent with its generation, so a copy shows whose bytes it has.
    @Test
    void aReaderNeverAcceptsOtherBytesWhileThePoolTurnsOver() {
        sealed = next();
        long last = sealed.generation() + ROUNDS - 1;
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            ExecutorService threads = Executors.newSingleThreadExecutor();
            try {
                Future<Long> read = threads.submit(() -> readUntil(last));
                for (int round = 1; round < ROUNDS; round++) {
                    owner.free(sealed);
                    sealed = next();
                }
                assertTrue(read.get() > 0, "nothing was read at all");
            } finally {
                threads.shutdownNow();
            }
        });
    }

    private Extent next() {
        Extent extent = TestPools.granted(owner, SLOT);
        MemorySegment bytes = owner.slice(extent);
        for (long at = 0; at < SLOT; at += Long.BYTES) {
            bytes.set(ValueLayout.JAVA_LONG, at, extent.generation());
        }
        return extent;
    }

    private long readUntil(long last) {
        MemorySegment copy = MemorySegment.ofArray(new long[SLOT / Long.BYTES]);
        long accepted = 0;
        boolean isLast = false;
        while (!isLast && !Thread.currentThread().isInterrupted()) {
            Extent extent = sealed;
            if (reader.copyOut(extent, copy)) {
                accepted++;
                isLast = extent.generation() == last;
                for (long at = 0; at < SLOT; at += Long.BYTES) {
                    assertEquals(extent.generation(), copy.get(ValueLayout.JAVA_LONG, at), "other bytes at " + at);
                }
            }
        }
        return accepted;
    }
}
