package io.forebay.node;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Blocks on their way into memory, in the order in which they are wanted: the one place where reserved extents become
/// a [StoredBlock], whatever the bytes come from (architecture, decision 7). The source only fills: it gets segments to
/// write into, says what it has filled, and says when it writes no more. What then happens is said by its row of
/// [StagedSource].
///
/// ```
/// given extents ─▶ filled by the source ─▶ checked on a mover ─▶ sealed ─▶ admitted, up to the first incomplete block
///       └────────────────────┴──────────────────┴──────────────────┴─▶ given back: free, or in quarantine
///                                                                       until the source is over
/// ```
/// Every extent goes one of these ways, once. It knows nothing of names, peers or devices, and counts nothing: what an
/// outcome is called is the source's affair. Loop thread only, but for [StagedCheck#run].
final class StagedBlockBuilder {
    private final Staging staging;
    private final StagedSource source;
    private final NamespaceBlocks home;
    private final List<StagedBlock> blocks;

    /// Blocks that were admitted or given back: the leading ones.
    private int settled;

    private boolean isOver;
    private List<Extent> quarantined = List.of();

    /// Begins blocks without any extent: [StagedRoom] gives them.
    StagedBlockBuilder(Staging staging, StagedSource source, NamespaceBlocks home, List<BlockHash> hashes) {
        this.staging = staging;
        this.source = source;
        this.home = home;
        this.blocks =
                hashes.stream().map(hash -> new StagedBlock(hash, home.layout)).toList();
        countPassing(blocks.size());
    }

    /// What only passes does not count as what fills the pool, from its beginning on.
    private void countPassing(int more) {
        switch (source.admission) {
            case RESIDENT, BUFFERED -> {}
            case PASSING -> staging.residents().stage(more * home.layout.blockBytes());
        }
    }

    int size() {
        return blocks.size();
    }

    /// Of all blocks, filled or not.
    long bytes() {
        return blocks.size() * home.layout.blockBytes();
    }

    void give(int block, List<Integer> slots, List<Extent> extents) {
        Invariant.check(slots.size() == extents.size(), "one extent a slot");
        StagedBlock to = blocks.get(block);
        long slotBytes = home.layout.slotBytes();
        for (int i = 0; i < extents.size(); i++) {
            Extent extent = extents.get(i);
            Invariant.check(extent.lengthBytes() == slotBytes, "an extent is as long as the layout says");
            to.give(slots.get(i), extent);
        }
    }

    /// Where a source writes the slots of a block, in the layout's order.
    List<MemorySegment> targets(int block) {
        StagedBlock of = blocks.get(block);
        List<MemorySegment> targets = new ArrayList<>(home.layout.slotCount());
        for (int slot = 0; slot < home.layout.slotCount(); slot++) {
            targets.add(staging.pool().slice(of.extent(slot)));
        }
        return targets;
    }

    /// The source has filled the leading blocks.
    ///
    /// @param said what it says of the slots of each; asked where the check runs
    StagedCheck check(int filled, IntFunction<List<StagedSlot>> said) {
        List<Integer> slots = Staging.everySlot(home.layout);
        List<StagedCheck.Part> parts =
                IntStream.range(0, filled).mapToObj(block -> part(block, slots)).toList();
        return new StagedCheck(staging.pool(), source.verification, said, parts);
    }

    /// The source has filled some slots of a block, of which it can say nothing.
    StagedCheck check(int block, List<Integer> slots) {
        return new StagedCheck(staging.pool(), source.verification, part -> List.of(), List.of(part(block, slots)));
    }

    private StagedCheck.Part part(int block, List<Integer> slots) {
        return new StagedCheck.Part(block, slots, blocks.get(block).extents(slots));
    }

    /// Seals the slots that a check has found good, but for those that were given back meanwhile.
    void take(StagedCheck check) {
        List<StagedCheck.Part> parts = check.good();
        for (int part = 0; part < parts.size(); part++) {
            StagedCheck.Part of = parts.get(part);
            for (int i = 0; i < of.extents().size(); i++) {
                Extent extent = of.extents().get(i);
                Slot slot = new Slot(staging.pool().numaNode(extent), extent, check.checksum(part, i));
                blocks.get(of.block()).seal(of.slots().get(i), slot);
            }
        }
    }

    /// Whether every slot of the block is sealed.
    boolean isComplete(int block) {
        return blocks.get(block).isComplete();
    }

    /// Admits the leading complete blocks, in their order, up to the first that is not complete. One that is in memory
    /// otherwise by now is taken from there.
    ///
    /// @return them, each held once if the source's row says so
    List<ResidentBlock> admit() {
        List<ResidentBlock> admitted = new ArrayList<>();
        List<Extent> twice = new ArrayList<>();
        while (settled < blocks.size() && blocks.get(settled).isComplete()) {
            StagedBlock block = blocks.get(settled++);
            countPassing(-1);
            ResidentBlock there = there(block.hash);
            if (there == null) {
                there = enter(block);
            } else {
                twice.addAll(block.extents());
                hold(there);
            }
            admitted.add(there);
        }
        if (!twice.isEmpty()) {
            staging.room().free(twice); // last: it may evict what nothing holds
        }
        return admitted;
    }

    private @Nullable ResidentBlock there(BlockHash hash) {
        return switch (source.admission) {
            case RESIDENT, BUFFERED -> home.find(hash);
            case PASSING -> home.inMemory(hash);
        };
    }

    private ResidentBlock enter(StagedBlock block) {
        StoredBlock stored = new StoredBlock(block.slots());
        return switch (source.admission) {
            case RESIDENT -> {
                ResidentBlock resident = staging.residents().admit(home, block.hash, stored);
                hold(resident);
                yield resident;
            }
            case BUFFERED -> staging.residents().admitBuffered(home, block.hash, stored);
            case PASSING -> staging.residents().pass(home, block.hash, stored);
        };
    }

    private void hold(ResidentBlock block) {
        if (source.isHeld) {
            staging.residents().hold(block);
        }
    }

    /// Takes unsealed slots from a block: the source promises to write there no more.
    void giveBack(int block, List<Integer> slots) {
        staging.room().free(slots.stream().map(blocks.get(block)::takeBack).toList());
    }

    /// Gives back all that was not admitted. Nothing is admitted from now on.
    ///
    /// @param holder under whose name it waits in quarantine, unless the source is over
    void giveBack(String holder) {
        List<StagedBlock> rest = blocks.subList(settled, blocks.size());
        List<Extent> extents =
                rest.stream().flatMap(block -> block.extents().stream()).toList();
        countPassing(-rest.size());
        settled = blocks.size();
        if (extents.isEmpty()) {
            return;
        }
        if (isOver) {
            staging.room().free(extents);
        } else {
            quarantined = extents;
            staging.room().quarantine(extents, holder);
        }
    }

    /// The source will write nowhere any more.
    void over() {
        isOver = true;
        List<Extent> extents = quarantined;
        quarantined = List.of();
        if (!extents.isEmpty()) {
            staging.room().endQuarantine(extents);
        }
    }
}
