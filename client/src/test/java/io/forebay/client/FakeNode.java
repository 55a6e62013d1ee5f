package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.ScopedKeys;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.session.NodeId;
import io.forebay.memory.Allocation;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The node's side of the conversation, cut down to what a client can tell apart: blocks, reservations and
/// leases over a real pool, with no master and no peers. Used under its [FakeHost]'s lock.
final class FakeNode implements AutoCloseable {
    final Pool pool;
    final Map<BlockHash, Block> blocks = new HashMap<>();
    final Map<LeaseId, Integer> leaseUses = new HashMap<>();
    private final Set<Rank> ranks = new HashSet<>();
    private final Map<String, Granted> queries = new HashMap<>();
    private final Map<String, Set<BlockHash>> scopes = new HashMap<>();
    private final List<BlockHash> saved = new ArrayList<>();
    private final Layout layout;
    private final Path directory;
    private long nextLease = 1;
    QueryMode lastMode = QueryMode.LONGEST_PREFIX;
    private long nextReservation = 100;

    private record Rank(InstanceId instance, int rank) {}

    record Granted(List<BlockHash> hashes, QueryReply.Ready ready) {}

    /// What one rank has reserved.
    record Part(long number, String requestId) {}

    static final class Block {
        final InstanceId writer;
        final List<Extent> extents;
        final Set<Integer> sealedSlots = new HashSet<>();
        final Map<Integer, Part> parts = new HashMap<>();

        Block(InstanceId writer, List<Extent> extents) {
            this.writer = writer;
            this.extents = extents;
        }

        boolean isReservedAs(ReservedBlock reserved, int rank) {
            Part part = parts.get(rank);
            return part != null && part.number() == reserved.reservation();
        }

        boolean isResident() {
            return sealedSlots.size() == extents.size();
        }
    }

    FakeNode(Path directory, Layout layout, long boot) throws IOException {
        this.directory = directory;
        this.layout = layout;
        this.pool = Pool.create(new PoolSettings(directory, 64 << 10, 4 << 10, 0, 1 << 20), "fake", boot, 7_000 + boot);
    }

    Answer<Registered> register(Registration request) {
        ranks.add(new Rank(request.instance(), request.rank()));
        var namespace = new Namespace(
                request.model(), request.tenant(), request.layout().fingerprint());
        Path lock = directory.resolve(request.instance().name() + ".lock");
        return Answer.ok(new Registered(
                namespace, pool.path().toString(), pool.nonce(), lock.toString(), Optional.of(new NodeId("fake"))));
    }

    boolean deregister(InstanceId instance, int rank) {
        boolean was = ranks.remove(new Rank(instance, rank));
        if (ranks.isEmpty()) {
            leaseUses.clear();
        }
        return was;
    }

    Answer<List<Reservation>> reserve(Reserve request) {
        scopes.computeIfAbsent(request.requestId(), id -> new LinkedHashSet<>()).addAll(request.hashes());
        saved.addAll(request.hashes());
        return answer(
                request.instance(),
                () -> request.hashes().stream()
                        .map(hash -> reserve(request, hash))
                        .toList());
    }

    private Reservation reserve(Reserve request, BlockHash hash) {
        requirePool(request.poolNonce());
        Block block = blocks.get(hash);
        if (block == null) {
            List<Extent> extents = new ArrayList<>();
            for (int i = 0; i < layout.slotCount(); i++) {
                if (!(pool.allocate(layout.slotBytes()) instanceof Allocation.Granted(Extent extent))) {
                    extents.forEach(pool::free);
                    return new Reservation.NoRoom(NoRoomReason.FULL);
                }
                extents.add(extent);
            }
            block = new Block(request.instance(), extents);
            blocks.put(hash, block);
        }
        if (block.isResident()) {
            return new Reservation.Present();
        }
        if (!block.writer.equals(request.instance())) {
            return new Reservation.InFlightElsewhere();
        }
        Part part =
                block.parts.computeIfAbsent(request.rank(), rank -> new Part(nextReservation++, request.requestId()));
        if (!part.requestId().equals(request.requestId())) {
            return new Reservation.InFlightElsewhere();
        }
        return new Reservation.Granted(
                part.number(),
                layout.slotsOfRank(request.rank()).stream()
                        .map(block.extents::get)
                        .toList());
    }

    Answer<List<SealOutcome>> seal(Seal request) {
        return answer(
                request.instance(),
                () -> request.blocks().stream()
                        .map(reserved -> seal(reserved, request.rank()))
                        .toList());
    }

    private SealOutcome seal(ReservedBlock reserved, int rank) {
        Block block = blocks.get(reserved.hash());
        if (block == null || !block.isReservedAs(reserved, rank)) {
            return SealOutcome.NOT_RESERVED;
        }
        return block.sealedSlots.addAll(layout.slotsOfRank(rank)) ? SealOutcome.DONE : SealOutcome.ALREADY_SEALED;
    }

    Answer<List<SealOutcome>> abort(Abort request) {
        return answer(
                request.instance(),
                () -> request.blocks().stream()
                        .map(reserved -> abort(reserved, request.rank()))
                        .toList());
    }

    private SealOutcome abort(ReservedBlock reserved, int rank) {
        Block block = blocks.get(reserved.hash());
        if (block == null || block.isResident() || !block.isReservedAs(reserved, rank)) {
            return SealOutcome.NOT_RESERVED;
        }
        block.parts.remove(rank);
        if (block.parts.isEmpty()) {
            evict(reserved.hash());
        }
        return SealOutcome.DONE;
    }

    /// Frees a block whatever holds it, as a node may once a lease has ended.
    boolean evict(BlockHash hash) {
        Block block = blocks.remove(hash);
        if (block != null) {
            block.extents.forEach(pool::free);
        }
        return block != null;
    }

    Answer<QueryReply> query(Query request) {
        return answer(request.instance(), () -> {
            requirePool(request.poolNonce());
            lastMode = request.mode();
            Granted before = queries.get(request.requestId());
            if (before == null || !before.hashes().equals(request.hashes())) {
                before = new Granted(request.hashes(), scan(request.hashes()));
                queries.put(request.requestId(), before);
            }
            return before.ready();
        });
    }

    QueryReply.Ready scan(List<BlockHash> hashes) {
        List<StoredBlock> hits = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        for (BlockHash hash : hashes) {
            Block block = blocks.get(hash);
            if (hits.size() == outcomes.size() && block != null && block.isResident()) {
                hits.add(new StoredBlock(block.extents.stream()
                        .map(extent -> new Slot(0, extent, pool.checksum(extent)))
                        .toList()));
                outcomes.add(Outcome.MEMORY);
            } else {
                outcomes.add(hits.size() == outcomes.size() ? Outcome.MISS_NO_OWNER : Outcome.NOT_ATTEMPTED);
            }
        }
        if (hits.isEmpty()) {
            return new QueryReply.Ready(null, hits, outcomes);
        }
        LeaseId lease = new LeaseId(0, nextLease++);
        leaseUses.put(lease, layout.ranks());
        return new QueryReply.Ready(lease, hits, outcomes);
    }

    Answer<PrefixLengths> prefixLength(PrefixLength request) {
        return answer(request.instance(), () -> {
            int there = (int)
                    request.hashes().stream().takeWhile(blocks::containsKey).count();
            return new PrefixLengths(there, there, true);
        });
    }

    /// What becomes of a trigger.
    Answer<PrefetchReply> prefetched = Answer.ok(new PrefetchReply.Disabled(1));

    final List<EnginePrefetch> triggers = new ArrayList<>();

    Answer<PrefetchReply> prefetch(EnginePrefetch request) {
        triggers.add(request);
        return prefetched;
    }

    Answer<LeaseOutcome> release(InstanceId instance, LeaseId lease) {
        return answer(instance, () -> {
            Integer left = leaseUses.computeIfPresent(lease, (id, uses) -> uses - 1);
            if (left == null) {
                return LeaseOutcome.UNKNOWN;
            }
            if (left == 0) {
                leaseUses.remove(lease);
                queries.values()
                        .removeIf(granted -> lease.equals(granted.ready().lease()));
            }
            return LeaseOutcome.DONE;
        });
    }

    Answer<LeaseOutcome> renew(InstanceId instance, LeaseId lease) {
        return answer(instance, () -> leaseUses.containsKey(lease) ? LeaseOutcome.DONE : LeaseOutcome.UNKNOWN);
    }

    Answer<Long> marker(InstanceId instance) {
        return answer(instance, () -> (long) saved.size());
    }

    Answer<HandoffReport> awaitHandoff(AwaitHandoff request) {
        return answer(request.instance(), () -> {
            List<BlockKey> keys = scope(request.scope()).stream()
                    .map(hash -> new BlockKey(new Namespace("m", "", "f"), hash))
                    .toList();
            return HandoffReport.of(
                    new ScopedKeys(keys, Set.of(), false), key -> state(key.hash()), 3, request.withKeys());
        });
    }

    private Set<BlockHash> scope(HandoffScope scope) {
        return switch (scope) {
            case HandoffScope.OfRequest(String requestId) -> scopes.getOrDefault(requestId, Set.of());
            case HandoffScope.OfKeys(List<BlockHash> hashes) -> new LinkedHashSet<>(hashes);
            case HandoffScope.Since(long marker) -> new LinkedHashSet<>(saved.subList((int) marker, saved.size()));
        };
    }

    private HandoffState state(BlockHash hash) {
        Block block = blocks.get(hash);
        return block != null && block.isResident() ? HandoffState.LEASED : HandoffState.PENDING;
    }

    private void requirePool(long nonce) {
        InvalidInput.unless(nonce == pool.nonce(), "pool_nonce", "is not that of this node's pool");
    }

    private <T> Answer<T> answer(InstanceId instance, java.util.function.Supplier<T> reply) {
        if (ranks.stream().noneMatch(rank -> rank.instance().equals(instance))) {
            return Answer.refused(new InvalidInput("instance_id", "is not registered: " + instance));
        }
        try {
            return Answer.ok(reply.get());
        } catch (InvalidInput e) {
            return Answer.refused(e);
        } catch (IllegalStateException e) {
            return Answer.failed(Remedy.RECOMPUTE, String.valueOf(e));
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
