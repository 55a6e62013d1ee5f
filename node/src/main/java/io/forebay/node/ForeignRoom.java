package io.forebay.node;

import io.forebay.core.extent.Extent;
import io.forebay.memory.Pool;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/// Room in a node's pool for whoever keeps values of its own there, a gateway say: it is asked for like any other,
/// so blocks of engines that nothing holds go for it, and nobody takes it back. Whoever has it bounds what it takes.
///
/// Safe from any thread; answers come on the node's loop and must only hand over.
public final class ForeignRoom {
    private final Loop loop;
    private final Room room;

    ForeignRoom(Loop loop, Room room) {
        this.loop = loop;
        this.room = room;
    }

    /// Takes so many extents of so many bytes each.
    ///
    /// @param then hears once, of as many as fit; of none when the node's queue is full
    public void take(int count, long bytes, Consumer<List<Extent>> then) {
        boolean taken = loop.offer(() -> room.allocate(new RoomRequest(
                count,
                1,
                bytes,
                slot -> Pool.ANYWHERE,
                sets -> then.accept(sets.stream().map(List::getFirst).toList()))));
        if (!taken) {
            then.accept(List.of());
        }
    }

    /// Gives extents back that nobody reads or writes any more.
    public void give(Collection<Extent> extents) {
        List<Extent> back = List.copyOf(extents);
        loop.post(() -> room.free(back));
    }
}
