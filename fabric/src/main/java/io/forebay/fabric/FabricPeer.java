package io.forebay.fabric;

import java.util.List;

/// A connection to one peer's memory.
///
/// Safe from any thread. Once it is down it stays down: every read in flight fails, every later read fails at once,
/// and the caller connects anew.
public interface FabricPeer extends AutoCloseable {
    /// Starts to read all `ranges`, in order, into their destinations. Returns at once; `listener` hears the end.
    ///
    /// Bounded: at most [#MAX_RANGES_IN_FLIGHT] ranges wait or run on one peer; beyond that the read fails at once.
    ///
    /// @param ranges at least one; destinations must not overlap and stay valid until [ReadListener#over]
    /// @param timeoutNanos from now; a read that is not complete then fails
    ReadOperation read(List<ReadRange> ranges, long timeoutNanos, ReadListener listener);

    /// False once the peer is known to be gone. A dead peer is noticed without a read: its process's end ends the
    /// connection.
    boolean isUp();

    /// Fails every read in flight and gives the connection back.
    @Override
    void close();

    /// Ranges that may wait or run on one peer at one time.
    int MAX_RANGES_IN_FLIGHT = 1 << 18;
}
