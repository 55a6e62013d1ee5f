package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What an owner sends and what it refuses, without UCX.
final class UcxServingTest {
    private static final long REGION_BYTES = 2 * UcxPiece.MAX_BYTES;

    private final Arena arena = Arena.ofShared();
    private final LocalRegion region = new TestRegion(7, "seven", REGION_BYTES, arena).local();

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void aPieceWithinARegionIsServed() {
        assertEquals(ReadFrames.OK, check(0, UcxPiece.MAX_BYTES));
        assertEquals(ReadFrames.OK, check(REGION_BYTES - 1, 1));
    }

    @Test
    void whatIsNotWithinTheRegionIsRefused() {
        long[][] lies = {
            {REGION_BYTES, 1}, {REGION_BYTES - 1, 2}, {-1, 1}, {0, 0}, {0, -1}, {Long.MIN_VALUE, 1}, {Long.MAX_VALUE, 2}
        };
        for (long[] lie : lies) {
            assertEquals(ReadFrames.OUT_OF_BOUNDS, check(lie[0], lie[1]), lie[0] + ", " + lie[1]);
        }
    }

    @Test
    void aPieceLongerThanTheLimitIsRefused() {
        assertEquals(ReadFrames.OUT_OF_BOUNDS, check(0, UcxPiece.MAX_BYTES + 1));
    }

    @Test
    void aRegionThatIsNotThereIsRefused() {
        assertEquals(ReadFrames.UNKNOWN_REGION, UcxServing.check(null, new UcxFrames.Fetch(1, 8, 0, 1)));
    }

    @Test
    void aChunkFitsIntoASegmentWithRoomForHeaders() {
        assertTrue(UcxServing.CHUNK_BYTES + UcxFrames.CHUNK_BYTES + 256 <= 64 << 10);
        assertEquals(1, UcxServing.chunks(1));
        assertEquals(1, UcxServing.chunks(UcxServing.CHUNK_BYTES));
        assertEquals(2, UcxServing.chunks(UcxServing.CHUNK_BYTES + 1));
    }

    @Test
    void aReaderWithAFullWindowIsServedAndNoMore() {
        int window = UcxGets.WINDOW * UcxServing.chunks(UcxPiece.MAX_BYTES);
        assertTrue(UcxOutbox.fits(0, 0, window));
        int same = UcxOutbox.MAX_OF_ENDPOINT;
        assertTrue(UcxOutbox.fits(same - 1, same, 1));
        assertFalse(UcxOutbox.fits(same - 1, same, 2));
        assertFalse(UcxOutbox.fits(0, UcxOutbox.MAX, 1));
        assertTrue(UcxOutbox.fits(0, UcxOutbox.MAX - window, window));
        assertFalse(UcxOutbox.fits(0, UcxOutbox.MAX - window + 1, window));
    }

    private int check(long offset, long length) {
        return UcxServing.check(region, new UcxFrames.Fetch(1, 7, offset, length));
    }
}
