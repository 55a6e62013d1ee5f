package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.SessionId;
import io.forebay.memory.BufferFigures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A node's part in prefetching: its buffer, the worker that fills it, and what the master is told of its room. A node
/// that takes no tasks has none of the first two. Loop thread only.
final class NodePrefetch {
    private final NodeParts parts;
    private final Residents residents;
    private final RegistrationLedger ledger;
    private final Optional<PrefetchBuffer> buffer;
    private final Optional<Promoter> promoter;
    /// Of blocks that are on SSD, which outlive the engines that said their layouts.
    private final Map<Namespace, Long> onDisk = new HashMap<>();

    NodePrefetch(NodeParts parts, Staging staging, RegistrationLedger ledger) {
        this.parts = parts;
        this.residents = staging.residents();
        this.ledger = ledger;
        Optional<PrefetchBuffer> made =
                parts.canPrefetch() ? Optional.of(new PrefetchBuffer(parts, staging)) : Optional.empty();
        this.buffer = made;
        this.promoter =
                made.flatMap(to -> parts.promotions().map(master -> new Promoter(parts, master, staging, to, ledger)));
    }

    /// @param ledgerChanged when the ledger has something to say
    /// @param admitted when blocks have become resident
    void start(Room room, Runnable ledgerChanged, Runnable admitted) {
        parts.disk().found().forEach(this::stored);
        residents.onFirstUse(block -> {
            parts.counters().prefetchUsed.increment();
            ledger.consumed(block.key);
            ledgerChanged.run();
        });
        buffer.ifPresent(of -> {
            of.onLedgerChanged(ledgerChanged);
            room.onBufferChanged(of::serve);
        });
        promoter.ifPresent(of -> of.onLanded(admitted, ledgerChanged));
    }

    /// A block is on SSD.
    void stored(BlockKey key) {
        if (onDisk.size() < Readings.MAX_NAMESPACES && !onDisk.containsKey(key.namespace())) {
            parts.disk().layout(key).ifPresent(layout -> onDisk.put(key.namespace(), layout.blockBytes()));
        }
    }

    void sessionOpened(SessionId session) {
        promoter.ifPresent(of -> of.sessionOpened(session));
    }

    void wanted(AliveReply.Promotes now) {
        promoter.ifPresent(of -> of.wanted(now));
    }

    void promotedHeard(List<Promoted> promoted) {
        promoter.ifPresent(of -> of.heard(promoted));
    }

    /// Whether what the ledger has to say, so many keys, will be told within a moment, with more.
    boolean isBundling(int dirtyKeys) {
        return promoter.map(of -> of.isBundling(dirtyKeys)).orElse(false);
    }

    /// A get reads a block from SSD that somebody may have wanted in memory by now, or may want there next time.
    void met(BlockKey key) {
        promoter.ifPresent(of -> of.met(key));
    }

    /// Somebody wants the block gone.
    void drop(BlockKey key) {
        promoter.ifPresent(of -> of.drop(key));
    }

    void end() {
        promoter.ifPresent(Promoter::end);
    }

    /// What the next heartbeat says.
    Readings readings() {
        Map<Namespace, Long> blockBytes = new HashMap<>(onDisk);
        for (NamespaceBlocks home : residents.homes()) {
            if (blockBytes.size() < Readings.MAX_NAMESPACES) {
                blockBytes.put(home.namespace, home.layout.blockBytes());
            }
        }
        BufferFigures figures = parts.pool().buffer();
        return new Readings(
                parts.pool().usedBytes(),
                parts.pool().capacityBytes(),
                figures.usedBytes(),
                Math.min(figures.usedBytes(), residents.buffer().heldBytes() + figures.quarantinedBytes()),
                figures.capacityBytes(),
                promoter.isPresent(),
                blockBytes);
    }

    void addGauges(Map<String, Long> gauges) {
        BufferFigures figures = parts.pool().buffer();
        gauges.put("prefetch_buffer_capacity_bytes", figures.capacityBytes());
        gauges.put("prefetch_buffer_used_bytes", figures.usedBytes());
        gauges.put("prefetch_buffer_blocks", (long) residents.buffer().blocks());
        gauges.put("promotion_tasks_held", (long) promoter.map(Promoter::inHand).orElse(0));
    }
}
