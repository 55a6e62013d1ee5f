package io.forebay.fabric;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Reads the replies of one connection, on its receiving thread, straight into the destinations.
///
/// The ranges of a reply are read together with its trailer and the next reply's head, see [Landing]; `meta` holds
/// those two, and never a byte that belongs to a destination. The bytes of an abandoned part go to a scratch buffer,
/// so that cancelling one read leaves the others on the connection alone.
final class ReplyReceiver {
    private static final int META_BYTES = ReadFrames.TRAILER_BYTES + ReadFrames.REPLY_BYTES;
    private static final int SCRATCH_BYTES = 256 << 10;

    private final SocketChannel channel;
    private final BusyWait busyWait;
    private final TcpConnection connection;
    private final LongConsumer delivered;
    private final AtomicLong received = new AtomicLong();
    private final ByteBuffer meta = ByteBuffer.allocateDirect(META_BYTES);
    private @Nullable ByteBuffer scratch;
    private int nextIndex;

    /// @param busyNanos see [TcpSettings#busyNanos]
    ReplyReceiver(SocketChannel channel, long busyNanos, TcpConnection connection, LongConsumer delivered) {
        this.channel = channel;
        this.busyWait = new BusyWait(channel, busyNanos, connection::isOwed);
        this.connection = connection;
        this.delivered = delivered;
    }

    /// Bytes received so far; safe from any thread.
    long received() {
        return received.get();
    }

    /// Runs until the connection ends, which is always an exception.
    void run() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            while (true) {
                readMeta(ReadFrames.REPLY_BYTES);
                long readId = meta.getLong();
                int index = meta.getInt();
                int count = meta.getInt();
                int status = meta.getInt();
                meta.compact();
                TcpConnection.SentPart sent = connection.awaited();
                if (sent == null || sent.readId() != readId || index != nextIndex) {
                    throw new ProtocolException("a reply to nothing that was asked for");
                }
                if (status == ReadFrames.OK) {
                    status = receiveRanges(sent.part(), count, arena);
                }
                settle(sent.part(), status);
            }
        }
    }

    private void settle(ReadPart part, int status) throws IOException {
        if (status == ReadFrames.OK && nextIndex < part.ranges().size()) {
            return;
        }
        switch (status) {
            case ReadFrames.OK -> part.complete();
            case ReadFrames.STALE -> part.stale();
            case ReadFrames.UNKNOWN_REGION ->
                part.fail(Blame.peer("the peer has no region " + refused(part).region()));
            case ReadFrames.OUT_OF_BOUNDS ->
                part.fail(Blame.peer("the range is not within the peer's region "
                        + refused(part).region()));
            default -> throw new ProtocolException("unknown status " + status);
        }
        nextIndex = 0;
        part.close();
        connection.answered();
    }

    private ReadRange refused(ReadPart part) {
        return part.ranges().get(nextIndex);
    }

    /// Receives the bytes of the next `count` ranges and their trailer.
    ///
    /// @return the trailer's status
    private int receiveRanges(ReadPart part, int count, Arena arena) throws IOException {
        if (count < 1 || count > part.ranges().size() - nextIndex) {
            throw new ProtocolException("a reply of " + count + " ranges");
        }
        List<ReadRange> ranges = part.ranges().subList(nextIndex, nextIndex + count);
        long left = part.beginWrite()
                ? land(part, ranges)
                : ranges.stream().mapToLong(ReadRange::lengthBytes).sum();
        discard(left, arena);
        readMeta(ReadFrames.TRAILER_BYTES);
        int confirmed = meta.getInt();
        int status = meta.getInt();
        meta.compact();
        if (confirmed < 0 || confirmed > count || (confirmed == count) != (status == ReadFrames.OK)) {
            throw new ProtocolException("a trailer of " + confirmed + " of " + count + " ranges");
        }
        for (ReadRange range : ranges.subList(0, confirmed)) {
            part.advance();
            delivered.accept(range.lengthBytes());
        }
        nextIndex += confirmed;
        return status;
    }

    /// Fills the destinations, or stops when the part is abandoned.
    ///
    /// @return bytes of the reply that are still to come
    private long land(ReadPart part, List<ReadRange> ranges) throws IOException {
        Landing landing = new Landing(ranges, meta);
        while (landing.left() > 0 && !part.isAbandoned()) {
            busyWait.await();
            count(landing.receive(channel));
        }
        part.endWrite();
        return landing.left();
    }

    private void discard(long bytes, Arena arena) throws IOException {
        long left = bytes;
        while (left > 0) {
            ByteBuffer target = scratch(arena).clear();
            target.limit((int) Math.min(SCRATCH_BYTES, left));
            left -= count(channel.read(target));
        }
    }

    /// Waits for the next `bytes` of what is not payload, and leaves `meta` ready to be read. The caller compacts it.
    private void readMeta(int bytes) throws IOException {
        meta.limit(Math.max(bytes, meta.position()));
        while (meta.hasRemaining()) {
            busyWait.await();
            count(channel.read(meta));
        }
        meta.flip();
    }

    private long count(long bytes) throws IOException {
        if (bytes < 0) {
            throw new EOFException("the peer closed the connection");
        }
        received.lazySet(received.get() + bytes);
        return bytes;
    }

    private ByteBuffer scratch(Arena arena) {
        ByteBuffer now = scratch;
        if (now == null) {
            now = arena.allocate(SCRATCH_BYTES).asByteBuffer();
            scratch = now;
        }
        return now;
    }
}
