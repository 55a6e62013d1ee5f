package io.forebay.fabric;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Neighbouring ranges of one read that the serving side answers together: one reply, their bytes, one trailer. One
/// thread.
final class ReplyBatch {
    private static final int MAX_RANGES = 256;
    /// A write never carries more, so that the stall sweep sees progress on a slow connection.
    private static final long MAX_BYTES = 1 << 20;

    private final List<PromisedRange> ranges = new ArrayList<>();
    private long readId;
    private int firstIndex;
    private long bytes;

    /// A range of a region whose generation was the one asked for.
    record PromisedRange(LocalRegion region, long offset, long length, long generation) {}

    boolean isEmpty() {
        return ranges.isEmpty();
    }

    /// False if the batch has to be sent before this range, which is the next one asked for.
    boolean takes(long readId, PromisedRange range) {
        boolean fits = ranges.size() < MAX_RANGES && range.length() <= MAX_BYTES - bytes;
        return isEmpty() || (fits && readId == this.readId);
    }

    void add(long readId, int index, PromisedRange range) {
        if (isEmpty()) {
            this.readId = readId;
            firstIndex = index;
        }
        ranges.add(range);
        bytes += range.length();
    }

    long readId() {
        return readId;
    }

    void putReply(ByteBuffer meta) {
        ReadFrames.putReply(meta, readId, firstIndex, ranges.size(), ReadFrames.OK);
    }

    /// The bytes to send behind `head`, for one write after the other.
    List<ByteBuffer[]> writes(ByteBuffer head) {
        List<ByteBuffer[]> writes = new ArrayList<>();
        List<ByteBuffer> now = new ArrayList<>();
        now.add(head);
        for (PromisedRange range : ranges) {
            for (long done = 0; done < range.length(); done += MAX_BYTES) {
                if (done > 0) {
                    writes.add(now.toArray(ByteBuffer[]::new));
                    now.clear();
                }
                long piece = Math.min(MAX_BYTES, range.length() - done);
                now.add(range.region()
                        .segment()
                        .asSlice(range.offset() + done, piece)
                        .asByteBuffer());
            }
        }
        writes.add(now.toArray(ByteBuffer[]::new));
        return writes;
    }

    /// Puts the trailer: which ranges still hold what was promised, now that their bytes are away.
    ///
    /// @return false if one does not
    boolean confirm(ByteBuffer meta) {
        int confirmed = 0;
        while (confirmed < ranges.size() && holds(ranges.get(confirmed))) {
            confirmed++;
        }
        boolean all = confirmed == ranges.size();
        ReadFrames.putTrailer(meta, confirmed, all ? ReadFrames.OK : ReadFrames.STALE);
        return all;
    }

    void clear() {
        ranges.clear();
        bytes = 0;
    }

    private static boolean holds(PromisedRange range) {
        return range.region().generations().confirm(range.offset(), range.generation());
    }
}
