package io.forebay.core.layout;

import java.util.List;

/// How a block of a namespace lies in memory. The single source for register, save, load and peers: whoever needs a
/// slot count, a size or an offset asks here, so that they cannot disagree.
public sealed interface Layout permits KvLayout, Opaque {
    /// 32 hexadecimal digits that are equal exactly for equal layouts; part of the namespace.
    String fingerprint();

    /// Ranks that write and read a block together (the tensor-parallel size); a lease has one use for each.
    int ranks();

    /// Slots of a whole block, over all ranks; slot numbers are `0 .. slotCount() - 1`.
    int slotCount();

    /// Bytes of every slot, padding included. One extent of this size holds one slot.
    long slotBytes();

    /// The slot numbers that `rank` writes, ascending. Refuses a rank that the layout does not have.
    List<Integer> slotsOfRank(int rank);

    /// The segments within every slot, ascending; offsets count from the slot's start.
    List<Segment> segments();

    /// Bytes of a whole block, padding included.
    default long blockBytes() {
        return slotCount() * slotBytes();
    }
}
