package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Speeds;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/// How fast one thread copies memory, and one connection moves bytes within this host. Short: a figure to compare with,
/// no benchmark (`forebay bench peer` is one).
final class SpeedProbe {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(400);
    private static final int COPY_BYTES = 32 << 20;
    private static final int SEND_BYTES = 1 << 20;

    private SpeedProbe() {}

    static Speeds measure() {
        return new Speeds(copy(), loopback());
    }

    private static double copy() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment from = arena.allocate(COPY_BYTES, 64).fill((byte) 1);
            MemorySegment to = arena.allocate(COPY_BYTES, 64).fill((byte) 2);
            long start = System.nanoTime();
            long bytes = 0;
            while (System.nanoTime() - start < NANOS) {
                to.copyFrom(from);
                bytes += COPY_BYTES;
            }
            return bytes * 1e9 / (System.nanoTime() - start);
        }
    }

    /// 0 where there is no loopback.
    private static double loopback() {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (SocketChannel sender = SocketChannel.open(server.getLocalAddress());
                    SocketChannel receiver = server.accept()) {
                // It ends when its socket is closed, at the end of this block.
                Thread.ofPlatform().daemon(true).name("doctor-sender").start(() -> send(sender));
                ByteBuffer buffer = ByteBuffer.allocateDirect(SEND_BYTES);
                long start = System.nanoTime();
                long bytes = 0;
                while (System.nanoTime() - start < NANOS) {
                    buffer.clear();
                    bytes += Math.max(0, receiver.read(buffer));
                }
                return bytes * 1e9 / (System.nanoTime() - start);
            }
        } catch (IOException none) {
            return 0;
        }
    }

    private static void send(SocketChannel sender) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(SEND_BYTES);
        try {
            while (true) {
                buffer.clear();
                sender.write(buffer);
            }
        } catch (IOException closed) {
            return; // the receiver has enough
        }
    }
}
