package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.ScopedKeys;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;

/// Waits until the blocks are on this node's SSD, safe from the end of the process and from a loss of power. What is
/// not being written yet, it has written, once; the master's word does not count.
final class DiskWaiter extends HandoffWaiter {
    private final Parts parts;
    private final Runnable changed;

    /// Whose write is still to be seen to.
    private final Set<BlockKey> toWrite;

    /// That were written, or refused to be, for this barrier.
    private final Set<BlockKey> asked = new HashSet<>();

    /// Front to back, from the first that may still change.
    private final ArrayDeque<BlockKey> unsettled;

    /// That were there when the device was asked to make all safe: its answer is about no others.
    private final Set<BlockKey> covered = new HashSet<>();

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
        this.toWrite = new LinkedHashSet<>(scope.keys());
        this.unsettled = new ArrayDeque<>(scope.keys());
    }

    /// Looks at each key that is here once; the others, which nobody has sealed, each time.
    @Override
    void cover() {
        toWrite.removeIf(this::isSeenTo);
        while (!unsettled.isEmpty() && isSettled(unsettled.element()) && !isTriedAgain(unsettled.element())) {
            unsettled.remove();
        }
        if (unsettled.isEmpty() && safety == Safety.NOT_ASKED) {
            writeWhatHasLeft();
        }
        if (unsettled.isEmpty() && safety == Safety.NOT_ASKED) {
            safety = Safety.ASKED;
            scope.keys().stream().filter(parts.disk::has).forEach(covered::add);
            parts.disk.sync(safe -> parts.loop.post(() -> {
                safety = safe ? Safety.SAFE : Safety.FAILED;
                changed.run();
            }));
        }
    }

    /// What was there, and has made room for others meanwhile.
    private void writeWhatHasLeft() {
        for (BlockKey key : scope.keys()) {
            if (isTriedAgain(key)) {
                unsettled.add(key);
            }
        }
    }

    private boolean isSeenTo(BlockKey key) {
        if (isThere(key)) {
            return true;
        }
        ResidentBlock block = parts.residents.find(key);
        if (block != null) {
            write(block);
        }
        return block != null;
    }

    /// What somebody else has had written, and was refused, is written once for this barrier.
    private boolean isTriedAgain(BlockKey key) {
        ResidentBlock block = parts.residents.find(key);
        return block != null && !parts.disk.has(key) && write(block);
    }

    private boolean write(ResidentBlock block) {
        boolean now = parts.disk.isThere() && asked.add(block.key);
        if (now) {
            parts.writes.write(block);
        }
        return now;
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
            boolean safe = safety == Safety.SAFE && covered.contains(key);
            return safe ? HandoffState.REGISTERED : HandoffState.PENDING;
        }
        if (parts.writes.isUnderWay(key)) {
            return HandoffState.PENDING;
        }
        if (parts.residents.find(key) != null) {
            return atDisk(key);
        }
        return parts.saves.find(key) == null ? HandoffState.GONE : HandoffState.UNSEALED;
    }

    /// Of a block in memory that is neither on the disk nor on its way there. What was there and has left since the
    /// device was asked was not written for this barrier, and is gone from where it was promised to be.
    private HandoffState atDisk(BlockKey key) {
        if (asked.contains(key) || !parts.disk.isThere()) {
            return HandoffState.REFUSED;
        }
        return safety == Safety.NOT_ASKED ? HandoffState.PENDING : HandoffState.GONE;
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
