package io.forebay.core.prefetch;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.Command;
import io.forebay.core.catalogue.Decision;
import io.forebay.core.catalogue.Durable;
import io.forebay.core.catalogue.Event;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.catalogue.Soft;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a naive observer of a catalogue knows of prefetch buffers: which replicas landed in them, and until when their
/// landing leased them. It looks what is leased for longer, and holds that against the bound.
final class BufferModel {
    private static final long BLOCK = 10;
    private static final long NO_LEASE = Long.MIN_VALUE;

    private final Promotions promotions;
    private final Catalogue catalogue;
    private final Map<SessionId, Map<BlockKey, Long>> landed = new HashMap<>();
    private final Map<SessionId, Readings> readings = new HashMap<>();
    /// The most that triggers kept of a buffer, and how often they would have kept more.
    long mostProlonged;

    long refusals;

    BufferModel(Promotions promotions, Catalogue catalogue) {
        this.promotions = promotions;
        this.catalogue = catalogue;
    }

    /// A decision is about to be applied.
    ///
    /// @return what is to be looked at once it is
    Runnable decided(Command command, Decision decision, long now) {
        Map<SessionId, Long> before = command instanceof Prefetch ? prolonged(now) : Map.of();
        List<BlockKey> comes = command instanceof LedgerBatch batch ? comes(batch, decision, now) : List.of();
        decision.events().forEach(this::heard);
        return () -> {
            if (command instanceof LedgerBatch batch) {
                comes.forEach(key -> landed.computeIfAbsent(batch.session(), session -> new HashMap<>())
                        .put(key, end(batch.session(), key, now)));
            } else if (command instanceof Prefetch) {
                assertBound(before, now);
            }
        };
    }

    /// What the batch registers that was not there, and whose task for the buffer it ends.
    private List<BlockKey> comes(LedgerBatch batch, Decision decision, long now) {
        List<BlockKey> comes = new ArrayList<>();
        Set<BlockKey> registered = new HashSet<>(batch.register());
        for (Promoted promoted : batch.promoted()) {
            Task task = promotions.task(promoted.key());
            boolean ends = task != null
                    && task.landing == Landing.BUFFER
                    && decision.events()
                            .contains(new Soft.Promotion(new PrefetchEvent.Ended(task.id, TaskEnd.COMPLETED)));
            if (ends && registered.contains(promoted.key()) && !isIn(batch.session(), promoted.key(), now)) {
                comes.add(promoted.key());
            }
        }
        return comes;
    }

    private boolean isIn(SessionId session, BlockKey key, long now) {
        return inMemory(key, now).stream().anyMatch(replica -> replica.session().equals(session));
    }

    private List<ReplicaStatus> inMemory(BlockKey key, long now) {
        return catalogue.replicas(key.hash(), now).getOrDefault(key.namespace(), List.of()).stream()
                .filter(replica -> replica.tier() == Tier.MEMORY)
                .toList();
    }

    private void heard(Event event) {
        if (event instanceof Durable.BatchApplied batch && batch.tier() == Tier.MEMORY) {
            batch.retire().forEach(of(batch.session())::remove);
        } else if (event instanceof Soft.LeasesEnded ended) {
            ended.keys().forEach(key -> of(ended.session()).replace(key, NO_LEASE));
        } else if (event instanceof Soft.ReadingsTold told) {
            readings.put(told.session(), told.readings());
        } else if (event instanceof Durable.SessionEnded ended) {
            landed.remove(ended.session());
        }
    }

    private Map<BlockKey, Long> of(SessionId session) {
        return landed.computeIfAbsent(session, each -> new HashMap<>());
    }

    private long end(SessionId session, BlockKey key, long now) {
        long left = leases(now).getOrDefault(session, Map.of()).getOrDefault(key, 0L);
        return left > 0 ? now + left : NO_LEASE;
    }

    /// What is left of the leases in memory.
    private Map<SessionId, Map<BlockKey, Long>> leases(long now) {
        Map<SessionId, Map<BlockKey, Long>> left = new HashMap<>();
        for (BlockKey key : TestKeys.keys(0, RandomNode.KEYS)) {
            for (ReplicaStatus replica : inMemory(key, now)) {
                if (replica.leaseNanos() > 0) {
                    left.computeIfAbsent(replica.session(), each -> new HashMap<>())
                            .put(key, replica.leaseNanos());
                }
            }
        }
        return left;
    }

    /// Bytes of the buffers that are leased for longer than by their landings.
    private Map<SessionId, Long> prolonged(long now) {
        Map<SessionId, Long> bytes = new HashMap<>();
        leases(now)
                .forEach((session, left) -> left.forEach((key, nanos) -> {
                    long own = landed.getOrDefault(session, Map.of()).getOrDefault(key, Long.MAX_VALUE);
                    if (now + nanos > own) {
                        bytes.merge(session, BLOCK, Long::sum);
                    }
                }));
        return bytes;
    }

    private void assertBound(Map<SessionId, Long> before, long now) {
        prolonged(now).forEach((session, bytes) -> {
            long buffer = readings.getOrDefault(session, Readings.NONE).bufferBytes();
            long bound = Math.min(buffer / 2, Math.max(0, buffer - BLOCK));
            long was = before.getOrDefault(session, 0L);
            assertTrue(bytes <= Math.max(bound, was), () -> bytes + " of " + buffer + " bytes are kept by triggers");
            mostProlonged = Math.max(mostProlonged, bytes);
            refusals += bytes + BLOCK > bound ? 1 : 0;
        });
    }
}
