package io.forebay.fabric;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/// The destinations of one reply, filled in order by scatter reads; whatever comes behind the last one lands in the
/// buffer for what is not payload, so that a reply costs few system calls. One thread.
final class Landing {
    private static final long WINDOW_BYTES = 1 << 30;

    private final ByteBuffer[] buffers;
    private int first;
    private long left;

    /// @param behind takes the bytes behind the last range
    Landing(List<ReadRange> ranges, ByteBuffer behind) {
        List<ByteBuffer> windows = new ArrayList<>(ranges.size() + 1);
        for (ReadRange range : ranges) {
            long length = range.lengthBytes();
            for (long done = 0; done < length; done += WINDOW_BYTES) {
                windows.add(range.destination()
                        .asSlice(done, Math.min(WINDOW_BYTES, length - done))
                        .asByteBuffer());
            }
            left += length;
        }
        windows.add(behind);
        buffers = windows.toArray(ByteBuffer[]::new);
    }

    /// Bytes that have not landed yet.
    long left() {
        return left;
    }

    /// One system call.
    ///
    /// @return bytes received, also behind the last range; -1 at the end of the stream
    long receive(SocketChannel channel) throws IOException {
        long count = channel.read(buffers, first, buffers.length - first);
        left -= Math.clamp(count, 0, left);
        while (first < buffers.length - 1 && !buffers[first].hasRemaining()) {
            first++;
        }
        return count;
    }
}
