package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Questions and answers of the `ucx` fabric, without UCX.
final class UcxFramesTest {
    private final Arena arena = Arena.ofShared();
    private final TestRegion region = new TestRegion(7, "seven", 1 << 16, arena);
    private final RegionTable regions = new RegionTable();

    UcxFramesTest() {
        regions.add(region.local());
    }

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void whatHoldsIsConfirmed() {
        assertEquals(new UcxFrames.Answer(99, 64, ReadFrames.OK), ask(region.ranges(64, 1024, arena)));
        assertEquals(new UcxFrames.Answer(99, 0, ReadFrames.OK), ask(List.of()));
    }

    @Test
    void theFirstRangeThatWasFreedEndsTheAnswer() {
        region.generations().free(3 * 1024);
        assertEquals(new UcxFrames.Answer(99, 3, ReadFrames.STALE), ask(region.ranges(6, 1024, arena)));
    }

    @Test
    void aRangeFreedWhileItIsLookedAtIsNotConfirmed() {
        region.generations().freeDuringNextCopy(1024);
        assertEquals(new UcxFrames.Answer(99, 1, ReadFrames.STALE), ask(region.ranges(3, 1024, arena)));
    }

    @Test
    void aRegionThatIsNotThereEndsTheAnswer() {
        List<ReadRange> ranges = new ArrayList<>(region.ranges(2, 1024, arena));
        ranges.add(new ReadRange(8, 0, 1, arena.allocate(1)));
        assertEquals(new UcxFrames.Answer(99, 2, ReadFrames.UNKNOWN_REGION), ask(ranges));
    }

    @Test
    void aQuestionThatIsShorterThanItSaysIsRefused() {
        MemorySegment header = arena.allocate(UcxFrames.questionBytes(2));
        UcxFrames.putQuestion(header, 99, region.ranges(2, 1024, arena));
        MemorySegment cut = header.asSlice(0, UcxFrames.questionBytes(2) - 1);
        assertThrows(IndexOutOfBoundsException.class, () -> UcxFrames.answer(cut, regions));
    }

    @Test
    void anAnswerIsReadAsItWasWritten() {
        UcxFrames.Answer answer = new UcxFrames.Answer(Long.MIN_VALUE + 5, 12, ReadFrames.STALE);
        MemorySegment bytes = arena.allocate(UcxFrames.ANSWER_BYTES);
        UcxFrames.putAnswer(bytes, answer);
        assertEquals(answer, UcxFrames.readAnswer(bytes));
    }

    @Test
    void aFetchAndAChunkAreReadAsTheyWereWritten() {
        UcxFrames.Fetch fetch = new UcxFrames.Fetch(Long.MIN_VALUE + 6, -7, Long.MAX_VALUE - 1, 1L << 40);
        MemorySegment bytes = arena.allocate(UcxFrames.FETCH_BYTES);
        UcxFrames.putFetch(bytes, fetch);
        assertEquals(fetch, UcxFrames.readFetch(bytes));
        UcxFrames.Chunk chunk = new UcxFrames.Chunk(-3, 61_696, ReadFrames.OUT_OF_BOUNDS);
        MemorySegment head = arena.allocate(UcxFrames.CHUNK_BYTES);
        UcxFrames.putChunk(head, chunk);
        assertEquals(chunk, UcxFrames.readChunk(head));
    }

    @Test
    void aFetchOrAChunkThatIsTooShortIsRefused() {
        MemorySegment fetch = arena.allocate(UcxFrames.FETCH_BYTES - 1);
        assertThrows(IndexOutOfBoundsException.class, () -> UcxFrames.readFetch(fetch));
        MemorySegment chunk = arena.allocate(UcxFrames.CHUNK_BYTES - 1);
        assertThrows(IndexOutOfBoundsException.class, () -> UcxFrames.readChunk(chunk));
    }

    private UcxFrames.Answer ask(List<ReadRange> ranges) {
        MemorySegment header = arena.allocate(UcxFrames.questionBytes(ranges.size()));
        UcxFrames.putQuestion(header, 99, ranges);
        return UcxFrames.answer(header, regions);
    }
}
