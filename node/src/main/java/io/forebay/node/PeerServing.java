package io.forebay.node;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.lease.TransferLocks;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.recorder.BlockChange;
import io.forebay.fabric.Fabric;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What peers ask of this node: it says where blocks lie and holds them still under a transfer lock. The bytes
/// themselves are read without it. Loop thread only.
final class PeerServing {
    private final NodeSettings settings;
    private final Loop loop;
    private final List<Fabric> fabrics;
    private final Residents residents;
    private final Room room;
    private final TransferLocks<ResidentBlock> locks;
    private final NodeCounters counters;
    private final Diary diary;
    private final Function<BlockKey, @Nullable LedgerMark> absence;

    /// @param absence from where in the ledger on the master does not name this node for an absent block
    PeerServing(
            NodeParts parts,
            Residents residents,
            Room room,
            Function<BlockKey, @Nullable LedgerMark> absence,
            Diary diary) {
        this.diary = diary;
        this.absence = absence;
        this.settings = parts.settings();
        this.loop = parts.loop();
        this.fabrics = parts.fabrics();
        this.residents = residents;
        this.room = room;
        this.locks = new TransferLocks<>(settings.leases().transferNanos());
        this.counters = parts.counters();
    }

    HelloReply hello(Hello request) {
        InvalidInput.unless(
                request.minVersion() <= Hello.VERSION && Hello.VERSION <= request.maxVersion(),
                "version",
                "this node speaks version " + Hello.VERSION + "; the asker speaks " + request.minVersion() + " to "
                        + request.maxVersion());
        List<FabricEndpoint> endpoints = fabrics.stream().map(Fabric::endpoint).toList();
        return new HelloReply(settings.node(), settings.boot(), Hello.VERSION, settings.hostId(), endpoints);
    }

    TransferGrant queryBlocks(TransferQuery request) {
        NamespaceBlocks home = residents.known(request.namespace());
        List<ResidentBlock> held = new ArrayList<>();
        LedgerMark absent = null;
        for (BlockHash hash : request.hashes()) {
            ResidentBlock block = home == null ? null : home.find(hash);
            if (block == null) {
                absent = absence.apply(new BlockKey(request.namespace(), hash));
                break;
            }
            residents.served(block);
            residents.hold(block);
            held.add(block);
        }
        return grant(request, held, absent);
    }

    /// Locks the leading blocks of a request, which are held, until the asker lets go.
    TransferGrant grant(TransferQuery request, List<ResidentBlock> held, @Nullable LedgerMark absent) {
        if (held.isEmpty()) {
            return new TransferGrant(null, 0, List.of(), absent);
        }
        counters.locksGranted.increment();
        List<BlockHash> served = request.hashes().subList(0, held.size());
        diary.blocks(BlockChange.SERVED, request.node().name(), diary.keys(request.namespace(), served));
        LockId lock = locks.lock(List.copyOf(held), loop.nanoTime());
        List<StoredBlock> stored = held.stream().map(block -> block.stored).toList();
        return new TransferGrant(lock, settings.leases().transferNanos(), stored, absent);
    }

    /// True if the lock was held until now.
    boolean releaseLock(LockId lock) {
        List<ResidentBlock> blocks = locks.release(lock);
        if (blocks == null) {
            return false;
        }
        room.unhold(blocks);
        return true;
    }

    void expire() {
        int before = locks.count();
        List<ResidentBlock> expired = locks.expire(loop.nanoTime());
        diary.residents(BlockChange.LOCK_EXPIRED, expired);
        room.unhold(expired);
        counters.locksExpired.add(before - locks.count());
    }

    int locks() {
        return locks.count();
    }
}
