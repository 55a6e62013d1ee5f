package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Breakers;
import io.forebay.core.fetch.OwnerView;
import io.forebay.core.fetch.ReadRate;
import io.forebay.core.fetch.SuppressionTable;
import io.forebay.core.session.NodeId;
import io.forebay.core.tier.Tier;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// What this node's fetches have learned of the other nodes, shared by all of them: who failed lately, who lacks
/// what, and how many attempts are under way to each. Loop thread only.
final class OwnerStanding {
    private final Loop loop;
    private final Predicate<OwnerRun> near;
    private final SuppressionTable suppressions = new SuppressionTable(SuppressionTable.MAX_PAIRS);
    private final Breakers breakers = new Breakers();
    private final Map<NodeId, Integer> underWay = new HashMap<>();
    private final ReadRate rate = new ReadRate();

    /// @param near whether an owner is on this node's host, as far as that is known
    OwnerStanding(Loop loop, Predicate<OwnerRun> near) {
        this.loop = loop;
        this.near = near;
    }

    /// As a plan for these hashes sees it. Absences are those from memory: what an owner lacks there it may have on
    /// SSD.
    ///
    /// @param onOwnDisk which of them this node has on SSD
    OwnerView view(Namespace namespace, List<BlockHash> wanted, BitSet onOwnDisk) {
        return new OwnerView() {
            @Override
            public BitSet suppressed(OwnerRun run) {
                return run.tier() == Tier.MEMORY
                        ? suppressions.among(run, namespace, wanted, loop.nanoTime())
                        : new BitSet();
            }

            @Override
            public BitSet onOwnDisk() {
                return onOwnDisk;
            }

            @Override
            public boolean admits(NodeId owner) {
                return breakers.admits(owner, loop.nanoTime());
            }

            @Override
            public boolean isNear(OwnerRun run) {
                return near.test(run);
            }

            @Override
            public int readsInFlight(NodeId owner) {
                return underWay.getOrDefault(owner, 0);
            }
        };
    }

    /// An attempt begins; it is [ended] once.
    void asked(OwnerRun owner) {
        breakers.asked(owner.node());
        underWay.merge(owner.node(), 1, Integer::sum);
    }

    /// The attempt ended so.
    void ended(OwnerRun owner, AttemptEnd end) {
        breakers.ended(owner.node(), end, loop.nanoTime());
        underWay.computeIfPresent(owner.node(), (node, count) -> count == 1 ? null : count - 1);
    }

    /// The owner answered and did not have the block.
    void absent(OwnerRun owner, BlockKey key, @Nullable LedgerMark told) {
        suppressions.absent(owner, key, told, loop.nanoTime());
    }

    /// What the owner gave for the block was not what had been sealed.
    void corrupt(OwnerRun owner, BlockKey key) {
        suppressions.corrupt(owner, key, loop.nanoTime());
    }

    /// So many bytes came in so long.
    void came(long bytes, long nanos) {
        rate.measured(bytes, nanos);
    }

    /// How long it takes, by experience, until so many bytes are here.
    long readNanos(long bytes) {
        return rate.nanosFor(bytes);
    }

    int suppressedPairs() {
        return suppressions.count(loop.nanoTime());
    }

    int openBreakers() {
        return breakers.open();
    }
}
