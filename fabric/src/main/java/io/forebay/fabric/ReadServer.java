package io.forebay.fabric;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Serves the reads of one connection, on the connection's thread: gather-writes straight from the region.
///
/// A trailer waits and leaves together with the next reply, so that a range costs one system call while requests are
/// queued; it never waits for a request that is not there yet.
final class ReadServer {
    private static final int REQUEST_BUFFER_BYTES = 64 << 10;
    private static final int META_BYTES = 4096;
    /// A write never carries more, so that the stall sweep sees progress on a slow connection.
    private static final long PIECE_BYTES = 1 << 20;

    private final ServedConnection connection;
    private final RegionTable regions;
    private final ByteBuffer requests;
    private final ByteBuffer meta;
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
            flushMeta(null);
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
        if (skipping && skippedRead == readId) {
            return;
        }
        skipping = false;
        LocalRegion region = regions.find(regionId);
        int status = check(region, offset, length, generation);
        if (meta.remaining() < ReadFrames.REPLY_BYTES + ReadFrames.TRAILER_BYTES) {
            flushMeta(null);
        }
        ReadFrames.putReply(meta, readId, index, status);
        if (region != null && status == ReadFrames.OK) {
            send(region.segment().asSlice(offset, length));
            status = region.generations().confirm(offset, generation) ? ReadFrames.OK : ReadFrames.STALE;
            ReadFrames.putTrailer(meta, index, status);
        }
        if (status != ReadFrames.OK) {
            skipping = true;
            skippedRead = readId;
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

    private void send(MemorySegment bytes) throws IOException {
        long sent = 0;
        while (sent < bytes.byteSize()) {
            long piece = Math.min(PIECE_BYTES, bytes.byteSize() - sent);
            flushMeta(bytes.asSlice(sent, piece).asByteBuffer());
            sent += piece;
        }
    }

    /// Writes the replies and trailers that wait, and `bytes` behind them.
    private void flushMeta(@Nullable ByteBuffer bytes) throws IOException {
        meta.flip();
        if (meta.hasRemaining() || bytes != null) {
            connection.write(meta, bytes);
        }
        meta.clear();
    }
}
