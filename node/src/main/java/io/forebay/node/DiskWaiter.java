package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.ScopedKeys;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Waits until the blocks are on this node's SSD, safe from the end of the process and from a loss of power. What is
/// not being written yet, it has written, once; the master's word does not count.
final class DiskWaiter extends HandoffWaiter {
    private final Parts parts;
    private final Runnable changed;
    private final Set<BlockKey> asked = new HashSet<>();
    private Safety safety = Safety.NOT_ASKED;

    /// Where the blocks come from and go to.
    record Parts(Loop loop, Residents residents, Saves saves, DiskWrites writes, LocalDisk disk) {}

    private enum Safety {
        NOT_ASKED,
        ASKED,
        SAFE,
        FAILED
    }

    /// @param changed called on the loop when the device has answered
    DiskWaiter(ScopedKeys scope, boolean withKeys, Parts parts, Consumer<HandoffReport> then, Runnable changed) {
        super(scope, withKeys, then);
        this.parts = parts;
        this.changed = changed;
    }

    @Override
    void cover() {
        boolean settled = true;
        for (BlockKey key : scope.keys()) {
            ResidentBlock block = parts.residents.find(key);
            if (block != null && parts.disk.isThere() && !isThere(key) && asked.add(key)) {
                parts.writes.write(block);
            }
            settled &= isSettled(key);
        }
        if (settled && safety == Safety.NOT_ASKED) {
            safety = Safety.ASKED;
            parts.disk.sync(safe -> parts.loop.post(() -> {
                safety = safe ? Safety.SAFE : Safety.FAILED;
                changed.run();
            }));
        }
    }

    private boolean isThere(BlockKey key) {
        return parts.disk.has(key) || parts.writes.isUnderWay(key);
    }

    private boolean isSettled(BlockKey key) {
        return parts.saves.find(key) == null && !parts.writes.isUnderWay(key);
    }

    @Override
    HandoffState state(BlockKey key) {
        if (parts.disk.has(key)) {
            return safety == Safety.SAFE ? HandoffState.REGISTERED : HandoffState.PENDING;
        }
        if (parts.writes.isUnderWay(key)) {
            return HandoffState.PENDING;
        }
        if (parts.residents.find(key) != null) {
            return asked.contains(key) || !parts.disk.isThere() ? HandoffState.REFUSED : HandoffState.PENDING;
        }
        return parts.saves.find(key) == null ? HandoffState.GONE : HandoffState.UNSEALED;
    }

    @Override
    boolean isDecided(BlockKey key) {
        boolean answered = safety == Safety.SAFE || safety == Safety.FAILED;
        return isSettled(key) && (answered || !parts.disk.has(key));
    }

    @Override
    long masterEpoch() {
        return 0;
    }
}
