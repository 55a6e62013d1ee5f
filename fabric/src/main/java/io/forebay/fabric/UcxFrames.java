package io.forebay.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The two messages of the `ucx` fabric, all numbers big-endian. A reader that has got the bytes of a run of ranges
/// asks their owner whether they still hold what was promised; the owner's UCX thread answers.
///
/// | message | fields |
/// | --- | --- |
/// | question, id 1 | question id 8, count 4, then for each range: region 4, offset 8, generation 8 |
/// | answer, id 2 | question id 8, leading ranges that hold 4, status 4 as in [ReadFrames] |
final class UcxFrames {
    static final int QUESTION = 1;
    static final int ANSWER = 2;
    /// Ranges of one question: it fits into the header of a message on every transport.
    static final int MAX_RANGES = 64;

    static final long ANSWER_BYTES = 16;

    private static final long HEAD_BYTES = 12;
    private static final long ENTRY_BYTES = 20;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private UcxFrames() {}

    /// How an owner answers.
    ///
    /// @param confirmed leading ranges that hold
    /// @param status [ReadFrames#OK] if all do, else what is wrong with the next
    record Answer(long question, int confirmed, int status) {}

    static long questionBytes(int ranges) {
        return HEAD_BYTES + ranges * ENTRY_BYTES;
    }

    static void putQuestion(MemorySegment header, long question, List<ReadRange> ranges) {
        header.set(LONG, 0, question);
        header.set(INT, 8, ranges.size());
        long at = HEAD_BYTES;
        for (ReadRange range : ranges) {
            header.set(INT, at, range.region());
            header.set(LONG, at + 4, range.offsetBytes());
            header.set(LONG, at + 12, range.generation());
            at += ENTRY_BYTES;
        }
    }

    static void putAnswer(MemorySegment header, Answer answer) {
        header.set(LONG, 0, answer.question());
        header.set(INT, 8, answer.confirmed());
        header.set(INT, 12, answer.status());
    }

    static Answer readAnswer(MemorySegment header) {
        return new Answer(header.get(LONG, 0), header.get(INT, 8), header.get(INT, 12));
    }

    /// The owner's answer. One look suffices, behind the reader's copy: a generation never comes back, so one that is
    /// the expected one now was so all along.
    ///
    /// @throws IndexOutOfBoundsException when the question is shorter than it says
    static Answer answer(MemorySegment question, RegionTable regions) {
        int count = question.get(INT, 8);
        int status = ReadFrames.OK;
        int confirmed = 0;
        while (status == ReadFrames.OK && confirmed < count) {
            long at = HEAD_BYTES + confirmed * ENTRY_BYTES;
            status =
                    check(regions.find(question.get(INT, at)), question.get(LONG, at + 4), question.get(LONG, at + 12));
            if (status == ReadFrames.OK) {
                confirmed++;
            }
        }
        return new Answer(question.get(LONG, 0), confirmed, status);
    }

    private static int check(@Nullable LocalRegion region, long offset, long generation) {
        if (region == null) {
            return ReadFrames.UNKNOWN_REGION;
        }
        boolean holds = region.generations().acquire(offset) == generation
                && region.generations().confirm(offset, generation);
        return holds ? ReadFrames.OK : ReadFrames.STALE;
    }
}
