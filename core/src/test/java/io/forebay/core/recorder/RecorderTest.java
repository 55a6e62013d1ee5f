package io.forebay.core.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecorderTest {
    private static final long MOMENT = Recorder.MOMENT_NANOS;

    private static Happening asked(int request, int blocks) {
        Keys keys = Keys.of(TestKeys.NAMESPACE, TestKeys.hashes(0, blocks));
        return new Happening.Asked(request, "i", "r" + request, keys, 1);
    }

    /// Against a queue of which the first is taken away while either bound is passed.
    @Test
    void itHoldsTheLatestHappeningsWithinBothBounds() {
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int maxEvents = 1 + random.nextInt(40);
            long maxBytes = random.nextLong(1, 20_000);
            Recorder recorder = new Recorder(maxEvents, maxBytes);
            ArrayDeque<Happening> naive = new ArrayDeque<>();
            long forgotten = 0;
            for (int step = 0; step < 300; step++) {
                Happening next = asked(step, random.nextInt(300));
                recorder.record(next);
                naive.add(next);
                while (naive.size() > maxEvents || weight(naive) > maxBytes) {
                    naive.remove();
                    forgotten++;
                }
                Recorder.Snapshot snapshot = recorder.snapshot();
                String where = "seed " + seed + ", step " + step;
                assertEquals(List.copyOf(naive), snapshot.happenings(), where);
                assertEquals(forgotten, snapshot.forgotten(), where);
                assertEquals(weight(naive), snapshot.bytes(), where);
                assertTrue(snapshot.bytes() <= maxBytes, where);
            }
        }
    }

    private static long weight(ArrayDeque<Happening> happenings) {
        return happenings.stream().mapToLong(Recorder::weightBytes).sum();
    }

    @Test
    void everyBlockOfAHappeningWeighs8BytesAndEveryCharacter2() {
        assertEquals(8 * 100, Recorder.weightBytes(asked(1, 150)) - Recorder.weightBytes(asked(1, 50)));
        assertEquals(2, Recorder.weightBytes(asked(10, 1)) - Recorder.weightBytes(asked(1, 1)));
    }

    @Test
    void blocksThatMeetTheSameWithinAMomentAreOneHappening() {
        Recorder recorder = new Recorder(100, 1 << 20);
        for (int i = 0; i < 100; i++) {
            recorder.block(i, BlockChange.SAVED, "r", TestKeys.key(i));
        }
        recorder.block(99, BlockChange.SAVED, "other", TestKeys.key(100));
        recorder.block(99, BlockChange.PROPOSED, "other", TestKeys.key(101));
        recorder.block(99 + MOMENT - 1, BlockChange.PROPOSED, "other", TestKeys.key(102));
        recorder.block(99 + MOMENT, BlockChange.PROPOSED, "other", TestKeys.key(103));
        BlockKey elsewhere = new BlockKey(new Namespace("other", "", "f"), TestKeys.hash(1));
        recorder.block(99 + MOMENT, BlockChange.PROPOSED, "other", elsewhere);
        assertEquals(List.of(100, 1, 2, 1, 1), counts(recorder));
        Happening first = recorder.snapshot().happenings().getFirst();
        assertEquals(0, first.atNanos());
        for (int i = 0; i < 100; i++) {
            assertEquals(i, first.keys().indexOf(TestKeys.hash(i).mark()));
        }
        assertEquals(-1, first.keys().indexOf(TestKeys.hash(100).mark()));
    }

    @Test
    void anotherHappeningEndsABatchSoThatTheOrderStays() {
        Recorder recorder = new Recorder(100, 1 << 20);
        recorder.block(1, BlockChange.SAVED, "r", TestKeys.key(1));
        recorder.record(asked(1, 2));
        recorder.block(1, BlockChange.SAVED, "r", TestKeys.key(2));
        assertEquals(List.of(1, 2, 1), counts(recorder));
    }

    @Test
    void aBatchHasABound() {
        Recorder recorder = new Recorder(100, 1 << 20);
        for (int i = 0; i <= Recorder.MAX_BATCH; i++) {
            recorder.block(1, BlockChange.SAVED, "r", TestKeys.key(i));
        }
        assertEquals(List.of(Recorder.MAX_BATCH, 1), counts(recorder));
    }

    @Test
    void aHappeningThatIsTooHeavyIsForgottenAtOnce() {
        Recorder recorder = new Recorder(100, 1_000);
        recorder.record(asked(1, 1_000));
        assertEquals(new Recorder.Snapshot(List.of(), 1, 0), recorder.snapshot());
    }

    @Test
    void aSnapshotStaysAsItIs() {
        Recorder recorder = new Recorder(1, 1 << 20);
        recorder.record(asked(1, 1));
        Recorder.Snapshot snapshot = recorder.snapshot();
        recorder.record(asked(2, 1));
        assertEquals("r1", snapshot.happenings().getFirst().request());
    }

    @Test
    void aRecorderWithoutRoomIsAnError() {
        assertThrows(Invariant.Broken.class, () -> new Recorder(0, 1));
        assertThrows(Invariant.Broken.class, () -> new Recorder(1, 0));
    }

    @Test
    void equalHashesHaveEqualMarksAndOthersOthers() {
        List<Long> marks = new ArrayList<>();
        for (int length : new int[] {1, 8, 31, 32, 33, 64}) {
            for (int at = 0; at < length; at++) {
                for (int value : new int[] {1, 2, 255}) {
                    byte[] bytes = new byte[length];
                    bytes[at] = (byte) value;
                    marks.add(BlockHash.of(bytes).mark());
                    assertEquals(marks.getLast(), BlockHash.of(bytes.clone()).mark());
                }
            }
        }
        long distinct = marks.stream().distinct().count();
        assertTrue(distinct >= marks.size() - 100, marks.size() + " marks, " + distinct + " distinct");
    }

    private static List<Integer> counts(Recorder recorder) {
        return recorder.snapshot().happenings().stream()
                .map(happening -> happening.keys().count())
                .toList();
    }
}
