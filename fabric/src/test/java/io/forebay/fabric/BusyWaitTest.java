package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusyWaitTest {
    private static final long MOMENT = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LONG = TimeUnit.SECONDS.toNanos(60);

    private final AtomicInteger asked = new AtomicInteger();
    private SocketChannel here;
    private SocketChannel there;

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open()) {
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            here = SocketChannel.open(listener.getLocalAddress());
            there = listener.accept();
        }
    }

    @AfterEach
    void close() {
        Sockets.close(here);
        Sockets.close(there);
    }

    @Test
    void bytesThatAreThereAreNotWaitedFor() throws IOException {
        BusyWait busyWait = new BusyWait(here, LONG, this::expected);
        there.write(ByteBuffer.allocate(1));
        busyWait.await();
        assertEquals(1, here.read(ByteBuffer.allocate(2)));
    }

    @Test
    void nothingIsWaitedForWhenNothingIsExpected() throws IOException {
        new BusyWait(here, LONG, () -> false).await();
    }

    @Test
    void noMomentMeansNotEvenAQuestion() throws IOException {
        new BusyWait(here, 0, this::expected).await();
        assertEquals(0, asked.get());
    }

    @Test
    void theWaitEndsWithItsMoment() throws IOException {
        long start = System.nanoTime();
        new BusyWait(here, MOMENT, this::expected).await();
        assertTrue(System.nanoTime() - start >= MOMENT);
        assertEquals(1, asked.get());
    }

    private boolean expected() {
        asked.incrementAndGet();
        return true;
    }
}
