package io.forebay.fabric;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;

/// Writes the requests of one connection, many to a system call, on the connection's sending thread. A thread of its
/// own, because a peer that reads nothing blocks it, and whoever starts a read must not wait.
final class RequestSender {
    private static final int BUFFER_BYTES = 64 << 10;

    private final SocketChannel channel;
    private final ByteBuffer buffer;

    private RequestSender(SocketChannel channel, ByteBuffer buffer) {
        this.channel = channel;
        this.buffer = buffer;
    }

    /// Runs until the connection is down.
    static void run(SocketChannel channel, TcpConnection connection) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            RequestSender sender =
                    new RequestSender(channel, arena.allocate(BUFFER_BYTES).asByteBuffer());
            TcpConnection.SentPart next = connection.awaitOutgoing();
            while (next != null) {
                sender.ask(next);
                next = connection.pollOutgoing();
                if (next == null) {
                    sender.flush();
                    next = connection.awaitOutgoing();
                }
            }
        }
    }

    private void ask(TcpConnection.SentPart sent) throws IOException {
        List<ReadRange> ranges = sent.part().ranges();
        for (int index = 0; index < ranges.size(); index++) {
            if (buffer.remaining() < ReadFrames.REQUEST_BYTES) {
                flush();
            }
            ReadFrames.putRequest(buffer, sent.readId(), index, ranges.get(index));
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }
}
