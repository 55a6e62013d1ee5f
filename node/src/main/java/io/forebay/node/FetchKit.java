package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.SessionId;
import io.forebay.memory.Pool;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// What every fetch of a node works with.
record FetchKit(
        NodeSettings settings,
        Loop loop,
        Executor movers,
        Pool pool,
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
        LocalDisk disk) {
    /// How many of the first of these blocks the disk has.
    int onDisk(NamespaceBlocks home, List<BlockHash> hashes) {
        int count = 0;
        while (count < hashes.size() && disk.has(new BlockKey(home.namespace, hashes.get(count)))) {
            count++;
        }
        return count;
    }
}
