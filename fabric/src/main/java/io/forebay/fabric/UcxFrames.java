package io.forebay.fabric;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The messages of the `ucx` fabric, all numbers big-endian. A reader that has got the bytes of a run of ranges
/// asks their owner whether they still hold what was promised; the owner's UCX thread answers. Where the bytes come
/// by message, too ([UcxWay#MESSAGES]), the reader fetches each piece before, and gets it in chunks.
///
/// | message | fields |
/// | --- | --- |
/// | question, id 1 | question id 8, count 4, then for each range: region 4, offset 8, generation 8 |
/// | answer, id 2 | question id 8, leading ranges that hold 4, status 4 as in [ReadFrames] |
/// | fetch, id 3 | piece id 8, region 4, offset 8, length 8 |
/// | chunk, id 4 | piece id 8, offset in the piece 4, status 4; the bytes follow as the message's data |
final class UcxFrames {
    static final int QUESTION = 1;
    static final int ANSWER = 2;
    static final int FETCH = 3;
    static final int CHUNK = 4;
    static final List<Integer> ALL = List.of(QUESTION, ANSWER, FETCH, CHUNK);
    /// Ranges of one question: it fits into the header of a message on every transport.
    static final int MAX_RANGES = 64;

    static final long ANSWER_BYTES = 16;
    static final long FETCH_BYTES = 28;
    static final long CHUNK_BYTES = 16;

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

    /// What a reader wants: at most [UcxPiece#MAX_BYTES] of one region.
    record Fetch(long piece, int region, long offset, long length) {}

    /// Where the bytes of a message belong.
    ///
    /// @param at offset in the piece
    /// @param status unless it is [ReadFrames#OK], there are no bytes, and none follow
    record Chunk(long piece, int at, int status) {}

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

    static void putFetch(MemorySegment header, Fetch fetch) {
        header.set(LONG, 0, fetch.piece());
        header.set(INT, 8, fetch.region());
        header.set(LONG, 12, fetch.offset());
        header.set(LONG, 20, fetch.length());
    }

    /// @throws IndexOutOfBoundsException when the message is too short
    static Fetch readFetch(MemorySegment header) {
        return new Fetch(header.get(LONG, 0), header.get(INT, 8), header.get(LONG, 12), header.get(LONG, 20));
    }

    static void putChunk(MemorySegment header, Chunk chunk) {
        header.set(LONG, 0, chunk.piece());
        header.set(INT, 8, chunk.at());
        header.set(INT, 12, chunk.status());
    }

    /// @throws IndexOutOfBoundsException when the message is too short
    static Chunk readChunk(MemorySegment header) {
        return new Chunk(header.get(LONG, 0), header.get(INT, 8), header.get(INT, 12));
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
