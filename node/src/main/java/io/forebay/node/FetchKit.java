package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.session.SessionId;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// What every fetch of a node works with.
record FetchKit(
        NodeSettings settings,
        Loop loop,
        Executor movers,
        Staging staging,
        MasterProtocol master,
        Peers peers,
        OwnerStanding standing,
        StaleReporter reporter,
        Residents residents,
        Room room,
        Runnable onAdmitted,
        LongSupplier random,
        Supplier<Optional<SessionId>> session,
        NodeCounters counters,
        Diary diary,
        LocalDisk disk,
        Consumer<BlockKey> onDiskRead) {
    /// Whether a block is in this node's memory or on its SSD.
    boolean isHere(NamespaceBlocks home, BlockHash hash) {
        return home.find(hash) != null || disk.has(new BlockKey(home.namespace, hash));
    }

    /// How many of the first of these blocks are on the disk and not in memory.
    int onDiskAlone(NamespaceBlocks home, List<BlockHash> hashes) {
        int count = 0;
        while (count < hashes.size()
                && home.inMemory(hashes.get(count)) == null
                && disk.has(new BlockKey(home.namespace, hashes.get(count)))) {
            count++;
        }
        return count;
    }

    /// Which of these blocks the disk has.
    BitSet onDisk(Namespace namespace, List<BlockHash> hashes) {
        BitSet there = new BitSet();
        for (int i = 0; disk.isThere() && i < hashes.size(); i++) {
            there.set(i, disk.has(new BlockKey(namespace, hashes.get(i))));
        }
        return there;
    }
}
