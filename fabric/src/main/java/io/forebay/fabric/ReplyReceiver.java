package io.forebay.fabric;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Reads the replies of one connection, on its receiving thread, straight into the destinations.
///
/// The last piece of a range is read together with its trailer and the next reply's head (a scatter read), so that a
/// range costs few system calls; `meta` holds those, and never a byte that belongs to a destination. The bytes of an
/// abandoned part go to a scratch buffer, so that cancelling one read leaves the others on the connection alone.
final class ReplyReceiver {
    private static final int META_BYTES = ReadFrames.TRAILER_BYTES + ReadFrames.REPLY_BYTES;
    private static final int SCRATCH_BYTES = 256 << 10;
    private static final long WINDOW_BYTES = 1 << 30;

    private final SocketChannel channel;
    private final TcpConnection connection;
    private final LongConsumer delivered;
    private final AtomicLong received = new AtomicLong();
    private final ByteBuffer meta = ByteBuffer.allocateDirect(META_BYTES);
    private final ByteBuffer[] scatter = new ByteBuffer[2];
    private @Nullable MemorySegment scratch;
    private int nextIndex;

    ReplyReceiver(SocketChannel channel, TcpConnection connection, LongConsumer delivered) {
        this.channel = channel;
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
                int status = meta.getInt();
                meta.compact();
                TcpConnection.SentPart sent = connection.awaited();
                if (sent == null || sent.readId() != readId || index != nextIndex) {
                    throw new ProtocolException("a reply to nothing that was asked for");
                }
                if (status == ReadFrames.OK) {
                    status = receiveRange(sent.part(), index, arena);
                }
                settle(sent.part(), status);
            }
        }
    }

    private void settle(ReadPart part, int status) throws IOException {
        ReadRange range = part.ranges().get(nextIndex);
        nextIndex++;
        if (status == ReadFrames.OK) {
            part.advance();
            delivered.accept(range.lengthBytes());
            if (nextIndex < part.ranges().size()) {
                return;
            }
        }
        nextIndex = 0;
        switch (status) {
            case ReadFrames.OK -> part.complete();
            case ReadFrames.STALE -> part.stale();
            case ReadFrames.UNKNOWN_REGION -> part.fail(Blame.peer("the peer has no region " + range.region()));
            case ReadFrames.OUT_OF_BOUNDS ->
                part.fail(Blame.peer("the range is not within the peer's region " + range.region()));
            default -> throw new ProtocolException("unknown status " + status);
        }
        part.close();
        connection.answered();
    }

    /// @return the trailer's status
    private int receiveRange(ReadPart part, int index, Arena arena) throws IOException {
        MemorySegment destination = part.ranges().get(index).destination();
        long length = destination.byteSize();
        long done = part.beginWrite() ? fill(part, destination) : 0;
        while (done < length) {
            done += receive(scratch(arena).asSlice(0, Math.min(SCRATCH_BYTES, length - done)), done, length);
        }
        readMeta(ReadFrames.TRAILER_BYTES);
        int trailerIndex = meta.getInt();
        int status = meta.getInt();
        meta.compact();
        if (trailerIndex != index) {
            throw new ProtocolException("the trailer of another range");
        }
        return status;
    }

    /// Fills the destination, or stops when the part is abandoned.
    ///
    /// @return bytes received
    private long fill(ReadPart part, MemorySegment destination) throws IOException {
        long length = destination.byteSize();
        long done = 0;
        while (done < length && !part.isAbandoned()) {
            long window = Math.min(WINDOW_BYTES, length - done);
            ByteBuffer target = destination.asSlice(done, window).asByteBuffer();
            while (target.hasRemaining() && !part.isAbandoned()) {
                done += receive(target, done + target.remaining() == length);
            }
        }
        part.endWrite();
        return done;
    }

    private long receive(MemorySegment target, long done, long length) throws IOException {
        ByteBuffer buffer = target.asByteBuffer();
        return receive(buffer, done + buffer.remaining() == length);
    }

    /// One system call.
    ///
    /// @param last no more bytes of the range follow behind `target`, so what does goes to `meta`
    /// @return bytes that went to `target`
    private int receive(ByteBuffer target, boolean last) throws IOException {
        int before = target.remaining();
        long count;
        if (last) {
            scatter[0] = target;
            scatter[1] = meta;
            count = channel.read(scatter);
        } else {
            count = channel.read(target);
        }
        count(count);
        return before - target.remaining();
    }

    /// Waits for the next `bytes` of what is not payload, and leaves `meta` ready to be read. The caller compacts it.
    private void readMeta(int bytes) throws IOException {
        meta.limit(Math.max(bytes, meta.position()));
        while (meta.hasRemaining()) {
            count(channel.read(meta));
        }
        meta.flip();
    }

    private void count(long bytes) throws IOException {
        if (bytes < 0) {
            throw new EOFException("the peer closed the connection");
        }
        received.lazySet(received.get() + bytes);
    }

    private MemorySegment scratch(Arena arena) {
        MemorySegment now = scratch;
        if (now == null) {
            now = arena.allocate(SCRATCH_BYTES);
            scratch = now;
        }
        return now;
    }
}
