package io.forebay.node;

import io.forebay.core.extent.Extent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A request for `count` sets of `slots` extents of `slotBytes` each: the room for that many blocks, or for one
/// rank's part of them. Answered once with the sets that fit.
final class RoomRequest {
    final int count;
    final int slots;
    final long slotBytes;
    final List<List<Extent>> sets = new ArrayList<>();
    private final Consumer<List<List<Extent>>> then;
    Loop.@Nullable Timer timer;
    Loop.@Nullable Timer lateTimer;
    /// Whether it has waited for so long that the master's grant is not waited for any more.
    boolean masterLate;

    RoomRequest(int count, int slots, long slotBytes, Consumer<List<List<Extent>>> then) {
        this.count = count;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.then = then;
    }

    long missingBytes() {
        return (long) (count - sets.size()) * slots * slotBytes;
    }

    void finish() {
        if (timer != null) {
            timer.cancel();
        }
        if (lateTimer != null) {
            lateTimer.cancel();
        }
        then.accept(sets);
    }
}
