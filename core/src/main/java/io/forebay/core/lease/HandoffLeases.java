package io.forebay.core.lease;

import io.forebay.core.block.BlockKey;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/// Which of a node's blocks barriers have covered, all for the same time, and how many bytes that makes: never more
/// than the bound, so that leases cannot fill the memory.
///
/// Each step is O(1), and what is over is dropped by the next one. Not safe for several threads; one writer.
public final class HandoffLeases {
    private record Lease(long untilNanos, long bytes) {}

    private final long boundBytes;
    private final long durationNanos;
    private final Map<BlockKey, Lease> oldestFirst = new LinkedHashMap<>();
    private long bytes;

    /// @param boundBytes what leases may cover together
    /// @param durationNanos of each lease
    public HandoffLeases(long boundBytes, long durationNanos) {
        this.boundBytes = boundBytes;
        this.durationNanos = durationNanos;
    }

    /// The block is covered from now on, or again. False when that would be beyond the bound: it stays unleased.
    public boolean take(BlockKey key, long blockBytes, long nowNanos) {
        dropOver(nowNanos);
        drop(key);
        if (bytes + blockBytes > boundBytes) {
            return false;
        }
        oldestFirst.put(key, new Lease(nowNanos + durationNanos, blockBytes));
        bytes += blockBytes;
        return true;
    }

    /// The block is no more, or is to be covered anew.
    public void drop(BlockKey key) {
        Lease lease = oldestFirst.remove(key);
        bytes -= lease == null ? 0 : lease.bytes;
    }

    private void dropOver(long nowNanos) {
        Iterator<Lease> oldest = oldestFirst.values().iterator();
        while (oldest.hasNext()) {
            Lease lease = oldest.next();
            if (lease.untilNanos - nowNanos > 0) {
                return;
            }
            oldest.remove();
            bytes -= lease.bytes;
        }
    }

    /// What leases cover, some of them perhaps over since the last [#take].
    public long bytes() {
        return bytes;
    }

    public long durationNanos() {
        return durationNanos;
    }
}
