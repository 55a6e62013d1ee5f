package io.forebay.fabric;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// The serving end of one connection, with the thread that owns it.
///
/// `busyMark` is odd while the peer owes progress (its handshake, the acceptance of our bytes) and changes whenever
/// some was made; a sweep that finds the same odd mark twice closes the connection. So a peer that reads nothing
/// holds a thread for a bounded time, and an idle one may stay.
final class ServedConnection {
    private final SocketChannel channel;
    private final AtomicLong busyMark = new AtomicLong(1);
    private volatile @Nullable ConnectionKind kind;
    private volatile @Nullable Thread thread;
    private long sweptMark = -1;

    ServedConnection(SocketChannel channel) {
        this.channel = channel;
    }

    SocketChannel channel() {
        return channel;
    }

    @Nullable
    ConnectionKind kind() {
        return kind;
    }

    void become(ConnectionKind kind) {
        this.kind = kind;
    }

    void start(Thread owner) {
        thread = owner;
        owner.start();
    }

    /// The handshake is done.
    void welcome() {
        busyMark.incrementAndGet();
    }

    /// Waits for bytes of the peer's; -1 at its end.
    int read(ByteBuffer target) throws IOException {
        return channel.read(target);
    }

    /// Writes all of the buffers.
    void write(ByteBuffer... buffers) throws IOException {
        busyMark.incrementAndGet();
        int first = 0;
        while (first < buffers.length) {
            if (buffers[first].hasRemaining()) {
                channel.write(buffers, first, buffers.length - first);
                busyMark.addAndGet(2);
            } else {
                first++;
            }
        }
        busyMark.incrementAndGet();
    }

    /// Closes the connection if its peer owes progress since the last sweep. Called on one thread.
    void sweep() {
        long now = busyMark.get();
        if ((now & 1) == 1 && now == sweptMark) {
            close();
        }
        sweptMark = now;
    }

    /// Ends the connection; its thread notices and ends, too.
    void close() {
        Sockets.close(channel);
    }

    /// Waits until the thread has ended, so that it reads no region any more.
    void join() {
        Thread owner = thread;
        if (owner != null) {
            Threads.join(owner);
        }
    }
}
