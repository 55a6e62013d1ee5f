package io.forebay.fabric;

import io.forebay.fabric.ReplyBatch.PromisedRange;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Serves the reads of one connection, on the connection's thread: gather-writes straight from the region.
///
/// A trailer waits and leaves together with the next reply, so that a batch costs one system call while requests are
/// queued; it never waits for a request that is not there yet.
final class ReadServer {
    private static final int REQUEST_BUFFER_BYTES = 64 << 10;
    private static final int META_BYTES = 4096;

    private final ServedConnection connection;
    private final RegionTable regions;
    private final ByteBuffer requests;
    private final ByteBuffer meta;
    private final ReplyBatch batch = new ReplyBatch();
    private boolean skipping;
    private long skippedRead;

    private ReadServer(ServedConnection connection, RegionTable regions, Arena arena) {
        this.connection = connection;
        this.regions = regions;
        this.requests = arena.allocate(REQUEST_BUFFER_BYTES).asByteBuffer().limit(0);
        this.meta = arena.allocate(META_BYTES).asByteBuffer();
    }

    static void serve(ServedConnection connection, RegionTable regions) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            new ReadServer(connection, regions, arena).run();
        }
    }

    private void run() throws IOException {
        while (true) {
            while (requests.remaining() >= ReadFrames.REQUEST_BYTES) {
                answerNext();
            }
            sendBatch();
            flushMeta();
            requests.compact();
            if (connection.read(requests) < 0) {
                return;
            }
            requests.flip();
        }
    }

    private void answerNext() throws IOException {
        long readId = requests.getLong();
        int index = requests.getInt();
        int regionId = requests.getInt();
        long offset = requests.getLong();
        long length = requests.getLong();
        long generation = requests.getLong();
        if (isSkipped(readId)) {
            return;
        }
        skipping = false;
        LocalRegion region = regions.find(regionId);
        int status = check(region, offset, length, generation);
        if (region != null && status == ReadFrames.OK) {
            append(readId, index, new PromisedRange(region, offset, length, generation));
        } else {
            sendBatch();
            refuse(readId, index, status);
        }
    }

    private static int check(@Nullable LocalRegion region, long offset, long length, long generation) {
        if (region == null) {
            return ReadFrames.UNKNOWN_REGION;
        }
        if (!RegionTable.contains(region.segment().byteSize(), offset, length)) {
            return ReadFrames.OUT_OF_BOUNDS;
        }
        return region.generations().acquire(offset) == generation ? ReadFrames.OK : ReadFrames.STALE;
    }

    private void append(long readId, int index, PromisedRange range) throws IOException {
        if (!batch.takes(readId, range)) {
            sendBatch();
            if (isSkipped(readId)) {
                return;
            }
        }
        batch.add(readId, index, range);
    }

    private void refuse(long readId, int index, int status) throws IOException {
        if (isSkipped(readId)) {
            return;
        }
        makeRoom();
        ReadFrames.putReply(meta, readId, index, 0, status);
        skip(readId);
    }

    private void sendBatch() throws IOException {
        if (batch.isEmpty()) {
            return;
        }
        makeRoom();
        batch.putReply(meta);
        meta.flip();
        for (ByteBuffer[] write : batch.writes(meta)) {
            connection.write(write);
        }
        meta.clear();
        if (!batch.confirm(meta)) {
            skip(batch.readId());
        }
        batch.clear();
    }

    private boolean isSkipped(long readId) {
        return skipping && skippedRead == readId;
    }

    private void skip(long readId) {
        skipping = true;
        skippedRead = readId;
    }

    private void makeRoom() throws IOException {
        if (meta.remaining() < ReadFrames.REPLY_BYTES + ReadFrames.TRAILER_BYTES) {
            flushMeta();
        }
    }

    /// Writes the replies and trailers that wait.
    private void flushMeta() throws IOException {
        meta.flip();
        if (meta.hasRemaining()) {
            connection.write(meta);
        }
        meta.clear();
    }
}
