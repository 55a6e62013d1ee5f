package io.forebay.node;

import io.forebay.core.extent.Extent;
import io.forebay.memory.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/// A request for `count` sets of `slots` extents of `slotBytes` each: the room for that many blocks, or for one
/// rank's part of them. Answered once with the sets that fit. Where a slot's NUMA node is not known, the
/// request's sets go to one arena as far as they fit, so that they lie one behind the other.
final class RoomRequest {
    final int count;
    final int slots;
    final long slotBytes;
    private final IntUnaryOperator nodes;
    final List<List<Extent>> sets = new ArrayList<>();
    private final Consumer<List<List<Extent>>> then;
    Loop.@Nullable Timer timer;
    Loop.@Nullable Timer lateTimer;
    /// Whether it has waited for so long that the master's grant is not waited for any more.
    boolean masterLate;
    /// Where the slots lie that may lie anywhere; [Pool#ANYWHERE] until the first is allocated.
    private int restNode = Pool.ANYWHERE;

    /// @param nodes by a slot's place in its set, the NUMA node that it should lie on, or [Pool#ANYWHERE]
    RoomRequest(int count, int slots, long slotBytes, IntUnaryOperator nodes, Consumer<List<List<Extent>>> then) {
        this.nodes = nodes;
        this.count = count;
        this.slots = slots;
        this.slotBytes = slotBytes;
        this.then = then;
    }

    /// The NUMA node that a slot should lie on, if that is known.
    int wishedNode(int slot) {
        return nodes.applyAsInt(slot);
    }

    /// The one that it is asked from.
    int node(int slot, Pool pool) {
        int wished = wishedNode(slot);
        if (pool.hasArena(wished)) {
            return wished;
        }
        restNode = restNode == Pool.ANYWHERE ? pool.emptiestNode() : restNode;
        return restNode;
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
