package io.forebay.node;

import io.forebay.core.layout.Layout;
import io.forebay.memory.Pool;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/// What blocks on their way into memory are made with, and where the room for them is asked for. Loop thread only.
///
/// ```
/// reserve ─▶ StagedRoom ─build─▶ StagedBlockBuilder: fill ─▶ check ─▶ take ─▶ admit ─▶ resident, or passing
///                 └─what no block takes: free            └─what is not admitted: free, or in quarantine
/// ```
record Staging(Pool pool, Room room, Residents residents) {
    /// Asks for room for so many whole blocks, near the ranks that they are for.
    ///
    /// @param then hears once, of as many as fit
    void reserve(NamespaceBlocks home, int count, Consumer<StagedRoom> then) {
        reserve(home.layout, everySlot(home.layout), count, home::numaNode, then);
    }

    /// Asks for room for the same slots of so many blocks.
    ///
    /// @param slots their numbers
    /// @param nodes by a slot's number, the NUMA node where it should lie, or [Pool#ANYWHERE]
    /// @param then hears once, of as many as fit
    void reserve(Layout layout, List<Integer> slots, int count, IntUnaryOperator nodes, Consumer<StagedRoom> then) {
        if (count == 0) {
            then.accept(new StagedRoom(this, slots, List.of()));
        } else {
            room.allocate(new RoomRequest(
                    count,
                    slots.size(),
                    layout.slotBytes(),
                    place -> nodes.applyAsInt(slots.get(place)),
                    sets -> then.accept(new StagedRoom(this, slots, sets))));
        }
    }

    static List<Integer> everySlot(Layout layout) {
        return IntStream.range(0, layout.slotCount()).boxed().toList();
    }
}
