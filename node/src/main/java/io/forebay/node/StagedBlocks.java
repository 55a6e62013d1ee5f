package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.fabric.ReadRange;
import io.forebay.memory.Pool;
import java.util.ArrayList;
import java.util.List;

/// Blocks on their way in: extents reserved from the layout, to be filled, verified and admitted; the one builder for
/// every source (architecture, decision 7). Whatever is not admitted goes back to [Room], through quarantine while
/// somebody may still write it. Loop thread only, but for [#verified].
final class StagedBlocks {
    private final Pool pool;
    private final Room room;
    private final List<StoredBlock> source;
    private final List<List<Extent>> sets;
    private int settled;

    /// @param source what the blocks look like where they come from; at least as many as `sets`
    /// @param sets the extents to fill, one set a block
    StagedBlocks(Pool pool, Room room, List<StoredBlock> source, List<List<Extent>> sets) {
        this.pool = pool;
        this.room = room;
        this.source = source;
        this.sets = sets;
    }

    int size() {
        return sets.size();
    }

    int slotsPerBlock() {
        return sets.getFirst().size();
    }

    long bytes() {
        return sets.stream()
                .flatMap(List::stream)
                .mapToLong(Extent::lengthBytes)
                .sum();
    }

    /// What to read, slot by slot in block order.
    List<ReadRange> ranges() {
        List<ReadRange> ranges = new ArrayList<>(sets.size() * slotsPerBlock());
        for (int block = 0; block < sets.size(); block++) {
            List<Slot> slots = source.get(block).slots();
            for (int slot = 0; slot < slots.size(); slot++) {
                Extent from = slots.get(slot).extent();
                ranges.add(new ReadRange(
                        Node.POOL_REGION,
                        from.offsetBytes(),
                        from.generation(),
                        pool.slice(sets.get(block).get(slot))));
            }
        }
        return ranges;
    }

    /// How many of the first `filled` blocks are the bytes that were sealed, up to the first that is not. Runs on a
    /// mover.
    int verified(int filled) {
        for (int block = 0; block < filled; block++) {
            List<Slot> slots = source.get(block).slots();
            for (int slot = 0; slot < slots.size(); slot++) {
                if (pool.checksum(sets.get(block).get(slot)) != slots.get(slot).checksum()) {
                    return block;
                }
            }
        }
        return filled;
    }

    /// Makes the first `count` blocks resident. One that has become resident otherwise meanwhile is taken from there.
    List<ResidentBlock> admit(int count, Residents residents, NamespaceBlocks home, List<BlockHash> hashes) {
        List<ResidentBlock> blocks = new ArrayList<>(count);
        for (int block = 0; block < count; block++) {
            ResidentBlock resident = home.find(hashes.get(block));
            if (resident != null) {
                room.free(sets.get(block));
            } else {
                resident = residents.admit(home, hashes.get(block), stored(block));
            }
            residents.hold(resident);
            blocks.add(resident);
        }
        settled = count;
        return blocks;
    }

    private StoredBlock stored(int block) {
        List<Slot> slots = new ArrayList<>();
        for (int slot = 0; slot < slotsPerBlock(); slot++) {
            slots.add(new Slot(
                    pool.numaNode(sets.get(block).get(slot)),
                    sets.get(block).get(slot),
                    source.get(block).slots().get(slot).checksum()));
        }
        return new StoredBlock(slots);
    }

    /// Gives back what was not admitted; nobody writes there any more.
    void freeRest() {
        rest().forEach(room::free);
        settled = sets.size();
    }

    /// Keeps what was not admitted in quarantine, since a read may still write there.
    ///
    /// @return what to call once the read is over
    Runnable quarantineRest(String holder) {
        List<Extent> extents = rest().stream().flatMap(List::stream).toList();
        settled = sets.size();
        room.quarantine(extents, holder);
        return () -> room.endQuarantine(extents);
    }

    private List<List<Extent>> rest() {
        return List.copyOf(sets.subList(settled, sets.size()));
    }
}
