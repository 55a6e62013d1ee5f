package io.forebay.fabric;

import java.io.IOException;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;

/// Waits for bytes of a blocking socket with the processor awake, for a moment, before its reader goes to sleep in
/// the kernel.
///
/// A sleeping reader is woken for every segment that comes in, and the waking is paid by the sender, between two
/// segments; on loopback and in virtual machines that costs a third of the throughput. Whoever else wants the
/// processor gets it meanwhile. One thread.
final class BusyWait {
    private final Socket socket;
    private final long nanos;
    private final BooleanSupplier expected;

    /// @param channel connected
    /// @param nanos at most that long; 0 never waits
    /// @param expected whether bytes are on their way; if not, nothing is waited for
    BusyWait(SocketChannel channel, long nanos, BooleanSupplier expected) {
        this.socket = channel.socket();
        this.nanos = nanos;
        this.expected = expected;
    }

    /// Returns when bytes are there, when the moment is over, or at once if none are expected.
    @SuppressWarnings("ThreadPriorityCheck") // A hint is all that is meant: correctness does not hang on it.
    void await() throws IOException {
        if (nanos == 0 || isThere() || !expected.getAsBoolean()) {
            return;
        }
        long start = System.nanoTime();
        do {
            Thread.yield();
        } while (!isThere() && System.nanoTime() - start < nanos);
    }

    private boolean isThere() throws IOException {
        return socket.getInputStream().available() > 0;
    }
}
