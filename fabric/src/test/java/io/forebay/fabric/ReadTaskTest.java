package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;

/// The one state machine of all reads.
final class ReadTaskTest {
    private static final ReadRange RANGE = new ReadRange(0, 0, 1, MemorySegment.NULL);

    private final Recorder read = new Recorder();
    private final ReadTask task = new ReadTask(List.of(List.of(RANGE, RANGE), List.of(RANGE)), read, over -> {});
    private final ReadPart first = task.parts().get(0);
    private final ReadPart second = task.parts().get(1);

    @Test
    void aLaterPartsFailureWaitsForTheEarlierParts() {
        second.fail(Blame.peer("gone"));
        assertFalse(read.isFinished());
        first.advance();
        first.advance();
        first.complete();
        assertEquals(new ReadResult.Failed(2, Blame.peer("gone")), read.result());
    }

    @Test
    void anEarlierPartsEndIsTheReadsEnd() {
        second.advance();
        second.complete();
        first.advance();
        first.stale();
        assertEquals(new ReadResult.Stale(1), read.result());
        assertTrue(second.isOver());
    }

    @Test
    void aFailedReadCountsOnlyLeadingRanges() {
        second.advance();
        first.advance();
        task.fail(Blame.here("late"));
        assertEquals(1, read.result().completedRanges());
    }

    @Test
    void itIsOverOnlyWhenNobodyWrites() {
        assertTrue(first.beginWrite());
        task.cancel();
        assertTrue(read.isFinished() && !read.isOver());
        assertFalse(first.beginWrite() || second.beginWrite());
        assertFalse(first.endWrite());
        assertTrue(read.isOver());
    }

    @Test
    void overWaitsForFinishedToReturn() {
        StringBuilder heard = new StringBuilder();
        List<ReadPart> parts = new ArrayList<>();
        ReadListener closing = new ReadListener() {
            @Override
            public void finished(ReadResult result) {
                parts.forEach(ReadPart::close);
                heard.append("finished ");
            }

            @Override
            public void over() {
                heard.append("over ");
            }
        };
        ReadTask told = new ReadTask(List.of(List.of(RANGE)), closing, over -> heard.append("room "));
        parts.addAll(told.parts());
        told.cancel();
        assertEquals("finished room over ", heard.toString());
    }

    @Test
    void finishAndOverKeepTheirOrderUnderARace() throws Exception {
        for (int round = 0; round < 2000; round++) {
            Recorder raced = new Recorder();
            ReadTask racing = new ReadTask(List.of(List.of(RANGE)), raced, over -> {});
            ReadPart part = racing.parts().getFirst();
            CyclicBarrier start = new CyclicBarrier(2);
            Thread canceller = Thread.ofPlatform().start(() -> {
                cross(start);
                racing.cancel();
            });
            cross(start);
            if (part.beginWrite() && part.endWrite()) {
                part.advance();
                part.complete();
            }
            part.close();
            canceller.join();
            assertTrue(raced.isOver(), "round " + round);
            assertTrue(raced.result().completedRanges() <= 1);
        }
    }

    private static void cross(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
