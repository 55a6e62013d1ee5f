package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.layout.Layout;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What peers ask of this node's SSD: the blocks are read into memory and locked there for the asker, who reads them as
/// any others. No engine of the namespace need ever have come: a record says its layout. Loop thread only.
final class DiskServing {
    private final FetchKit kit;
    private final FetchGates gates;
    private final PeerServing serving;
    private final Function<BlockKey, @Nullable LedgerMark> absence;

    /// @param absence from where in the ledger about the SSD on the master does not name this node for an absent block
    DiskServing(FetchKit kit, FetchGates gates, PeerServing serving, Function<BlockKey, @Nullable LedgerMark> absence) {
        this.kit = kit;
        this.gates = gates;
        this.serving = serving;
        this.absence = absence;
    }

    /// @param timeoutNanos for so long the asker waits; nothing is locked for one who does no more
    void query(TransferQuery request, long timeoutNanos, Consumer<TransferGrant> then) {
        long end = kit.loop().nanoTime() + timeoutNanos;
        List<BlockHash> here = here(request);
        Optional<Layout> layout = layout(request.namespace(), here);
        if (layout.isEmpty()) {
            then.accept(serving.grant(request, List.of(), absent(request, 0)));
            return;
        }
        NamespaceBlocks home = kit.residents().namespace(request.namespace(), layout.get());
        new DiskReading(kit, gates, home, here, result -> {
                    List<ResidentBlock> came = result.blocks();
                    if (kit.loop().nanoTime() >= end) {
                        kit.room().unhold(came);
                        then.accept(serving.grant(request, List.of(), null));
                    } else {
                        then.accept(serving.grant(
                                request, came, result.cause() == null ? absent(request, came.size()) : null));
                    }
                })
                .start();
    }

    /// The leading blocks that are here, in memory or on SSD.
    private List<BlockHash> here(TransferQuery request) {
        NamespaceBlocks home = kit.residents().known(request.namespace());
        int count = 0;
        for (BlockHash hash : request.hashes()) {
            boolean inMemory = home != null && home.inMemory(hash) != null;
            if (!inMemory && !kit.disk().has(new BlockKey(request.namespace(), hash))) {
                break;
            }
            count++;
        }
        return request.hashes().subList(0, count);
    }

    private Optional<Layout> layout(Namespace namespace, List<BlockHash> here) {
        if (here.isEmpty()) {
            return Optional.empty();
        }
        NamespaceBlocks home = kit.residents().known(namespace);
        return home == null ? kit.disk().layout(new BlockKey(namespace, here.getFirst())) : Optional.of(home.layout);
    }

    private @Nullable LedgerMark absent(TransferQuery request, int index) {
        return index == request.hashes().size()
                ? null
                : absence.apply(
                        new BlockKey(request.namespace(), request.hashes().get(index)));
    }
}
