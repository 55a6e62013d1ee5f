package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.extent.Generations;
import io.forebay.fabric.ReplyBatch.PromisedRange;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplyBatchTest {
    private static final int MIB = 1 << 20;

    private final Arena arena = Arena.ofConfined();
    private final Set<Long> freed = new TreeSet<>();
    private final LocalRegion region = new LocalRegion(7, arena.allocate(4 * MIB), new Freed(), "");
    private final ByteBuffer meta = ByteBuffer.allocate(64);
    private final ReplyBatch batch = new ReplyBatch();

    /// Everything has generation 1, until it is freed.
    private final class Freed implements Generations {
        @Override
        public long acquire(long offset) {
            return freed.contains(offset) ? 2 : 1;
        }

        @Override
        public boolean confirm(long offset, long generation) {
            return acquire(offset) == generation;
        }
    }

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void neighboursOfOneReadShareAWriteUpToItsLimits() {
        batch.add(5, 3, range(0, MIB / 2));
        assertTrue(batch.takes(5, range(MIB / 2, MIB / 2)));
        assertFalse(batch.takes(5, range(MIB / 2, MIB / 2 + 1)), "too long");
        assertFalse(batch.takes(6, range(MIB / 2, 8)), "another read");
        batch.add(5, 4, range(MIB / 2, MIB / 2));
        assertFalse(batch.takes(5, range(MIB, 1)), "full");
        List<ByteBuffer[]> writes = batch.writes(meta);
        assertEquals(1, writes.size());
        assertEquals(List.of(meta.remaining(), MIB / 2, MIB / 2), lengths(writes.getFirst()));
    }

    @Test
    void aCountOfSmallRangesIsLimitedToo() {
        int count = 0;
        while (batch.takes(5, range(8L * count, 8))) {
            batch.add(5, count, range(8L * count, 8));
            count++;
        }
        assertEquals(256, count);
    }

    @Test
    void aLongRangeIsAloneAndWrittenInPieces() {
        PromisedRange whole = range(0, 2 * MIB + 5);
        assertTrue(batch.takes(5, whole));
        batch.add(5, 0, whole);
        List<ByteBuffer[]> writes = batch.writes(meta);
        assertEquals(3, writes.size());
        assertEquals(List.of(meta.remaining(), MIB), lengths(writes.get(0)));
        assertEquals(List.of(MIB), lengths(writes.get(1)));
        assertEquals(List.of(5), lengths(writes.get(2)));
    }

    @Test
    void theTrailerCountsTheRangesBeforeTheFirstThatWasFreed() {
        for (int i = 0; i < 3; i++) {
            batch.add(5, i, range(8L * i, 8));
        }
        assertTrue(batch.confirm(meta));
        freed.add(8L);
        assertFalse(batch.confirm(meta));
        meta.flip();
        assertEquals(3, meta.getInt());
        assertEquals(ReadFrames.OK, meta.getInt());
        assertEquals(1, meta.getInt());
        assertEquals(ReadFrames.STALE, meta.getInt());
    }

    private PromisedRange range(long offset, long length) {
        return new PromisedRange(region, offset, length, 1);
    }

    private static List<Integer> lengths(ByteBuffer[] buffers) {
        return Arrays.stream(buffers).map(ByteBuffer::remaining).toList();
    }
}
