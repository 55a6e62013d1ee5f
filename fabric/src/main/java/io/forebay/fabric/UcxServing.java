package io.forebay.fabric;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The owner's side of the messages: answers questions, and sends the bytes that it is asked for straight from the
/// region. On the worker's thread, within UCX's call: the endpoint to answer on may be gone behind it.
///
/// Everything is started at once and nothing is waited for, so that no reader holds up another. A reader that is owed
/// more messages than [UcxOutbox] takes is not answered: ours ask for less.
final class UcxServing {
    /// What fits into one segment of 64 KiB with the header and UCX's own, so that it is not put together from two.
    static final long CHUNK_BYTES = 61_696;

    private final RegionTable regions;
    private final UcxOutbox outbox = new UcxOutbox(Math.max(UcxFrames.ANSWER_BYTES, UcxFrames.CHUNK_BYTES));

    /// @param regions that questions are about
    UcxServing(RegionTable regions) {
        this.regions = regions;
    }

    UcxOutbox outbox() {
        return outbox;
    }

    /// Answers whether ranges still hold.
    void question(MemorySegment question, long endpoint) {
        if (outbox.hasRoom(endpoint, 1)) {
            UcxFrames.Answer answer = UcxFrames.answer(question, regions);
            MemorySegment header = outbox.header();
            UcxFrames.putAnswer(header, answer);
            send(endpoint, UcxMessage.bare(UcxFrames.ANSWER, header, UcxFrames.ANSWER_BYTES));
        }
    }

    /// Sends the bytes of a piece, or why not.
    void fetch(MemorySegment message, long endpoint) {
        UcxFrames.Fetch fetch = UcxFrames.readFetch(message);
        LocalRegion region = regions.find(fetch.region());
        int status = check(region, fetch);
        if (region == null || status != ReadFrames.OK) {
            if (outbox.hasRoom(endpoint, 1)) {
                sendChunk(endpoint, new UcxFrames.Chunk(fetch.piece(), 0, status), MemorySegment.NULL);
            }
        } else if (outbox.hasRoom(endpoint, chunks(fetch.length()))) {
            sendAll(endpoint, fetch, region.segment().asSlice(fetch.offset(), fetch.length()));
        }
    }

    static int check(@Nullable LocalRegion region, UcxFrames.Fetch fetch) {
        if (region == null) {
            return ReadFrames.UNKNOWN_REGION;
        }
        boolean within = fetch.length() <= UcxPiece.MAX_BYTES
                && RegionTable.contains(region.segment().byteSize(), fetch.offset(), fetch.length());
        return within ? ReadFrames.OK : ReadFrames.OUT_OF_BOUNDS;
    }

    /// Messages that carry so many bytes.
    static int chunks(long length) {
        return Math.toIntExact((length + CHUNK_BYTES - 1) / CHUNK_BYTES);
    }

    private void sendAll(long endpoint, UcxFrames.Fetch fetch, MemorySegment bytes) {
        boolean sent = true;
        for (long at = 0; sent && at < bytes.byteSize(); at += CHUNK_BYTES) {
            MemorySegment data = bytes.asSlice(at, Math.min(CHUNK_BYTES, bytes.byteSize() - at));
            sent = sendChunk(endpoint, new UcxFrames.Chunk(fetch.piece(), (int) at, ReadFrames.OK), data);
        }
    }

    private boolean sendChunk(long endpoint, UcxFrames.Chunk chunk, MemorySegment data) {
        MemorySegment header = outbox.header();
        UcxFrames.putChunk(header, chunk);
        return send(endpoint, new UcxMessage(UcxFrames.CHUNK, header, UcxFrames.CHUNK_BYTES, data));
    }

    /// An asker that cannot be answered is gone, or finds out by itself.
    private boolean send(long endpoint, UcxMessage message) {
        return outbox.send(endpoint, message);
    }
}
