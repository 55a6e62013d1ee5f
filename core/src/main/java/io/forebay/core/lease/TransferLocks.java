package io.forebay.core.lease;

import io.forebay.core.answer.Invariant;
import io.forebay.core.peer.LockId;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A serving node's hold on blocks while peers read them: from [#lock] until [#release], or until [#expire] finds its
/// time over. A reader counts the time from *sending* its query, so it stops trusting the lock before it ends here.
///
/// ```
///   (none) ──lock──▶ held ──release, expire──▶ (none): its blocks are given back, once
/// ```
///
/// All locks last equally long, so their order is that of their deadlines: [#lock] and [#release] are O(1), [#expire]
/// is
/// O(locks that end). Not safe for several threads; one writer.
///
/// @param <B> what a lock holds
public final class TransferLocks<B> {
    private record Lock<B>(List<B> blocks, long deadlineNanos) {}

    private final long lockNanos;
    private final LinkedHashMap<LockId, Lock<B>> byDeadline = new LinkedHashMap<>();
    private long lastNumber;

    /// @param lockNanos how long a lock lasts
    public TransferLocks(long lockNanos) {
        Invariant.check(lockNanos > 0, "a lock lasts");
        this.lockNanos = lockNanos;
    }

    /// Holds `blocks` under a number that this object never gives again.
    ///
    /// @param blocks kept as it is when it is a list of [List#copyOf], however long; copied otherwise
    /// @param nowNanos never less than in an earlier call
    public LockId lock(List<B> blocks, long nowNanos) {
        LockId id = new LockId(++lastNumber);
        byDeadline.put(id, new Lock<>(List.copyOf(blocks), nowNanos + lockNanos));
        return id;
    }

    /// Ends a lock; its blocks, or null when it is not held: never given, released before, or expired. Then the
    /// reader must discard what it read.
    public @Nullable List<B> release(LockId id) {
        Lock<B> held = byDeadline.remove(id);
        return held == null ? null : held.blocks;
    }

    /// Ends the locks whose time is over at `nowNanos`; their blocks, one entry for each lock and block.
    public List<B> expire(long nowNanos) {
        List<B> released = new ArrayList<>();
        Iterator<Lock<B>> oldest = byDeadline.values().iterator();
        while (oldest.hasNext()) {
            Lock<B> lock = oldest.next();
            if (lock.deadlineNanos - nowNanos > 0) {
                break;
            }
            oldest.remove();
            released.addAll(lock.blocks);
        }
        return released;
    }

    /// Locks that hold blocks.
    public int count() {
        return byDeadline.size();
    }
}
