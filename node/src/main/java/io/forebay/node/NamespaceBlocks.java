package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.eviction.BlockPath;
import io.forebay.core.layout.Layout;
import io.forebay.memory.Pool;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The resident blocks of one namespace by their full hash. One map for each namespace, so that a chain is walked
/// with one look-up a block.
final class NamespaceBlocks {
    private static final long MARK_FACTOR = 0x9E3779B97F4A7C15L;

    final Namespace namespace;
    final Layout layout;
    final Map<BlockHash, ResidentBlock> byHash = new HashMap<>();

    /// The fetch that is bringing a block; written by [Fetch] alone.
    final Map<BlockHash, Fetch> arriving = new HashMap<>();

    /// Blocks that were read from SSD, for as long as somebody holds them; written by [Residents] alone.
    final Map<BlockHash, ResidentBlock> passing = new HashMap<>();

    /// Blocks that are being read from SSD; written by [DiskLoad] alone.
    final Map<BlockHash, DiskLoad> loading = new HashMap<>();

    private final long salt;

    /// By slot, the NUMA node that its rank has said last; [Pool#ANYWHERE] if it has not.
    private final int[] slotNodes;

    NamespaceBlocks(Namespace namespace, Layout layout) {
        this.namespace = namespace;
        this.layout = layout;
        this.slotNodes = new int[layout.slotCount()];
        Arrays.fill(slotNodes, Pool.ANYWHERE);
        this.salt = MARK_FACTOR
                * (MARK_FACTOR
                                * (MARK_FACTOR * namespace.model().hashCode()
                                        + namespace.tenant().hashCode())
                        + namespace.fingerprint().hashCode());
    }

    /// A rank of an engine with these blocks is near that NUMA node. Where several engines of one node differ,
    /// the last counts: it is where its blocks should come from others.
    void rankIsOn(int rank, int numaNode) {
        layout.slotsOfRank(rank).forEach(slot -> slotNodes[slot] = numaNode);
    }

    /// Where a slot of these blocks is best brought to, or [Pool#ANYWHERE].
    int numaNode(int slot) {
        return slotNodes[slot];
    }

    /// For who reads it here: resident, or passing.
    @Nullable
    ResidentBlock inMemory(BlockHash hash) {
        ResidentBlock block = byHash.get(hash);
        return block == null ? passing.get(hash) : block;
    }

    /// 64 bits that follow from the block's full name.
    long mark(BlockHash hash) {
        return hash.mark() + salt;
    }

    /// The chain as an eviction policy sees it.
    BlockPath path(List<BlockHash> chain) {
        return new BlockPath() {
            @Override
            public int length() {
                return chain.size();
            }

            @Override
            public long key(int index) {
                return mark(chain.get(index));
            }
        };
    }

    @Nullable
    ResidentBlock find(BlockHash hash) {
        return byHash.get(hash);
    }
}
