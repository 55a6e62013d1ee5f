package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class UcxPieceTest {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment target = arena.allocate(4 * UcxPiece.MAX_BYTES);
    private final long start = target.address();

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void neighboursOnBothSidesAreOnePiece() {
        assertEquals(
                List.of(new UcxPiece(1, 100, start + 8, 30)),
                UcxPiece.of(List.of(range(1, 100, 8, 10), range(1, 110, 18, 15), range(1, 125, 33, 5))));
    }

    @Test
    void aGapOnEitherSideOrAnotherRegionDividesThem() {
        ReadRange first = range(1, 100, 8, 10);
        for (ReadRange second :
                List.of(range(1, 111, 18, 10), range(1, 110, 19, 10), range(2, 110, 18, 10), range(1, 100, 18, 10))) {
            assertEquals(2, UcxPiece.of(List.of(first, second)).size(), second.toString());
        }
    }

    @Test
    void noPieceIsLongerThanTheLimit() {
        int quarter = (int) UcxPiece.MAX_BYTES / 4;
        List<ReadRange> ranges = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ranges.add(range(1, (long) i * quarter, (long) i * quarter, quarter));
        }
        assertEquals(
                List.of(
                        new UcxPiece(1, 0, start, UcxPiece.MAX_BYTES),
                        new UcxPiece(1, UcxPiece.MAX_BYTES, start + UcxPiece.MAX_BYTES, quarter)),
                UcxPiece.of(ranges));
    }

    @Test
    void aLongRangeIsCut() {
        int length = Math.toIntExact(2 * UcxPiece.MAX_BYTES + 7);
        List<UcxPiece> pieces = UcxPiece.of(List.of(range(1, 3, 0, length)));
        assertEquals(3, pieces.size());
        assertEquals(new UcxPiece(1, 3 + 2 * UcxPiece.MAX_BYTES, start + 2 * UcxPiece.MAX_BYTES, 7), pieces.getLast());
        assertEquals(length, pieces.stream().mapToLong(UcxPiece::length).sum());
    }

    private ReadRange range(int region, long offset, long at, int length) {
        return new ReadRange(region, offset, 1, target.asSlice(at, length));
    }
}
