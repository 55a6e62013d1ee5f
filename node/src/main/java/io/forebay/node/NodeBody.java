package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.eviction.SpareFirst;
import io.forebay.core.handoff.HandoffScopes;
import io.forebay.core.lease.HandoffLeases;
import io.forebay.core.ledger.KeyState;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.core.recorder.BlockChange;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.SessionChange;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The parts of a node, put together, and what happens between them: the only place that knows them all. Loop thread
/// only, but for [#hasSession].
final class NodeBody implements MasterSession.Listener {
    private static final long HOUSEKEEPING_NANOS = 100_000_000L;
    private static final long HANDOFF_LEASE_NANOS = 30_000_000_000L;
    private static final int MAX_SCOPES = 65_536;
    private static final long LIKELY_BLOCK_BYTES = 1L << 20;

    final Instances instances;
    final Residents residents;
    final Room room;
    final Saves saves;
    final Reservations reservations;
    final Leasing leasing;
    final Queries queries;
    final Lengths lengths;
    final Triggers triggers;
    final Handoffs handoffs;
    final PeerServing serving;
    final DiskServing diskServing;
    private final SuspectChecks suspectChecks;
    private final NodeParts parts;
    private final RegistrationLedger ledger;
    private final RegistrationLedger diskLedger;
    private final DiskReplicas diskReplicas;
    private final MasterSession session;
    private final DiskWrites diskWrites;
    private final NodePrefetch prefetch;
    private final Draining draining;
    private final Drops drops;
    private final Departures departures;
    private final Peers peers;
    private final OwnerStanding standing;
    private final Diary diary;
    private final Standings standings;
    private final NodeEvents events;
    private final AtomicBoolean sessionOpen = new AtomicBoolean();
    private boolean leaving;

    NodeBody(NodeParts parts, NodeEvents events) {
        this.parts = parts;
        this.events = events;
        NodeSettings settings = parts.settings();
        HandoffScopes scopes = new HandoffScopes(MAX_SCOPES, parts.random().getAsLong() >>> 2);
        diary = Diary.of(parts.loop(), settings.recording());
        ledger = new RegistrationLedger(settings.master().maxBatchKeys());
        HandoffLeases handoffLeases = new HandoffLeases(parts.pool().capacityBytes() / 2, HANDOFF_LEASE_NANOS);
        residents = new Residents(evictionPolicy(), ledger, handoffLeases, diary);
        room = new Room(parts, residents, diary);
        instances = new Instances(parts.pool(), residents, settings.node());
        Staging staging = new Staging(parts.pool(), room, residents);
        prefetch = new NodePrefetch(parts, staging, ledger);
        saves = new Saves(parts, staging, diary);
        reservations = new Reservations(staging, saves, scopes, parts.counters());
        leasing = new Leasing(parts, room, diary);
        peers = new Peers(parts);
        standing = new OwnerStanding(parts.loop(), peers::isNear);
        diskLedger = new RegistrationLedger(settings.master().maxBatchKeys(), Tier.LOCAL_DISK);
        diskReplicas = new DiskReplicas(parts.loop(), parts.disk(), diskLedger);
        session = new MasterSession(parts, ledger, diskLedger, diary);
        diskWrites = new DiskWrites(parts, residents, room);
        drops = new Drops(parts, residents, room, diskReplicas, prefetch);
        draining = new Draining(residents, reservations, parts.disk(), diskWrites);
        handoffs = new Handoffs(parts, scopes, handoffLevels(), diary);
        serving = new PeerServing(parts, residents, room, this::absence, diary);
        suspectChecks = new SuspectChecks(parts, residents, room, ledger, events);
        departures = new Departures(parts, room);
        FetchKit kit = fetchKit(staging);
        queries = new Queries(kit, leasing);
        diskServing = new DiskServing(kit, queries.gates(), serving, this::absenceOnDisk);
        lengths = new Lengths(kit);
        triggers = new Triggers(parts);
        standings = new Standings(parts, residents, saves, ledger, diskLedger);
    }

    private Handoffs.Levels handoffLevels() {
        HandoffStanding.Books books = new HandoffStanding.Books(ledger, diskLedger, session);
        return new Handoffs.Levels(
                new HandoffStanding(parts, books, residents, saves),
                new DiskWaiter.Parts(parts.loop(), residents, saves, diskWrites, parts.disk()),
                session::pump);
    }

    private SpareFirst<ResidentBlock> evictionPolicy() {
        long blocks = Math.clamp(parts.pool().capacityBytes() / LIKELY_BLOCK_BYTES, 1, Integer.MAX_VALUE);
        return new SpareFirst<>(parts.settings().eviction().policy(), (int) blocks, parts.random());
    }

    private FetchKit fetchKit(Staging staging) {
        return new FetchKit(
                parts.settings(),
                parts.loop(),
                parts.movers(),
                staging,
                parts.master(),
                peers,
                standing,
                new StaleReporter(parts),
                residents,
                room,
                this::blocksAdmitted,
                parts.random(),
                () -> Optional.ofNullable(session.id()),
                parts.counters(),
                diary,
                parts.disk(),
                prefetch::met);
    }

    /// From where in the ledger on the master does not name this node for a block that it does not have.
    private @Nullable LedgerMark absence(BlockKey key) {
        return mark(ledger, key);
    }

    private @Nullable LedgerMark absenceOnDisk(BlockKey key) {
        return mark(diskLedger, key);
    }

    private @Nullable LedgerMark mark(RegistrationLedger of, BlockKey key) {
        SessionId current = session.id();
        return current == null ? null : new LedgerMark(current, of.batchOf(key));
    }

    void start() {
        room.onLedgerChanged(session::pump);
        room.onMaster(session::isHeard);
        saves.onAdmitted(this::blocksAdmitted);
        saves.onSealed(diskWrites::sealed);
        residents.onUse(diskWrites::used);
        residents.onRetiring(diskWrites::retiring);
        diskWrites.onEnded(() -> {
            handoffs.recheck();
            draining.step();
        });
        diskWrites.onStored(key -> {
            diary.block(BlockChange.STORED, key);
            diskReplicas.stored(key);
            prefetch.stored(key);
        });
        diskReplicas.onLedgerChanged(session::pump);
        diskReplicas.start();
        drops.start();
        instances.onEnd(this::instanceEnded);
        suspectChecks.onLost(this::blocksLost);
        prefetch.start(room, session::pump, this::blocksCame);
        session.onHeartbeat(() -> draining.readings(prefetch.readings()), prefetch::wanted);
        session.onDraining(draining::isOn);
        session.onReplied(() -> diskLedger.dirtyCount() == 0 && prefetch.isBundling(ledger.dirtyCount()));
        session.start(this);
        parts.loop().after(HOUSEKEEPING_NANOS, this::housekeeping);
    }

    private void blocksAdmitted() {
        blocksCame();
        session.pump();
    }

    private void blocksCame() {
        drops.step();
        room.keepAhead();
        handoffs.recheck();
        queries.blocksAdmitted();
    }

    private void blocksLost() {
        handoffs.recheck();
        session.pump();
    }

    Registered register(Registration request) {
        return instances.register(request);
    }

    void reserve(Instance instance, Reserve request, Consumer<List<Reservation>> then) {
        reservations.reserve(instance, request, answers -> {
            diary.reserved(instance, request, answers);
            then.accept(answers);
        });
    }

    /// Takes the node out of service, or puts it back; how it stands then.
    boolean drain(boolean on) {
        boolean now = draining.turn(on);
        diary.session(now ? SessionChange.DRAINED : SessionChange.UNDRAINED, "");
        return now;
    }

    /// Takes blocks out of memory and off the SSD, whatever their namespaces.
    void drop(List<BlockHash> hashes, Consumer<Answer<List<Dropped>>> then) {
        drops.drop(hashes, then);
        handoffs.recheck();
    }

    private void instanceEnded(Instance instance) {
        queries.end(instance.id);
        leasing.end(instance.id);
        handoffs.forget(instance.id);
        saves.end(instance.id);
        departures.await(instance.id, instance.lockPath);
    }

    private void housekeeping() {
        leasing.expire();
        serving.expire();
        saves.expire(instance -> departures.await(instance, instances.lockPath(instance)));
        sessionOpen.set(session.isHeard());
        draining.step();
        drops.step();
        room.keepAhead(); // what could not go when it came may go now
        if (!leaving) {
            parts.loop().after(HOUSEKEEPING_NANOS, this::housekeeping);
        }
    }

    @Override
    public void applied(List<BlockKey> granted, LedgerReply.Applied reply) {
        suspectChecks.suspected(reply.suspects());
        reply.spare().forEach(residents::spare);
        room.verdicts(granted, reply.refused());
        handoffs.recheck();
        sessionOpen.set(session.isHeard());
    }

    @Override
    public void appliedOnDisk(List<BlockKey> granted, LedgerReply.Applied reply) {
        diskReplicas.verdicts(granted, reply.refused());
        handoffs.recheck();
        sessionOpen.set(session.isHeard());
    }

    @Override
    public void promotedHeard(List<Promoted> promoted) {
        prefetch.promotedHeard(promoted);
    }

    @Override
    public void newSession() {
        residents.unretireAll();
        diskReplicas.newSession();
        diary.session(SessionChange.OPENED, "master epoch " + session.masterEpoch());
        sessionOpen.set(true);
        handoffs.recheck();
        queries.sessionOpened();
        SessionId opened = session.id();
        if (opened != null) {
            prefetch.sessionOpened(opened);
        }
        events.sessionOpened(session.masterEpoch());
    }

    @Override
    public void superseded(SessionReply.Superseded by) {
        sessionOpen.set(false);
        diary.session(SessionChange.SUPERSEDED, by.address());
        events.superseded(by.currentBoot(), by.address());
    }

    @Override
    public void masterSilent(long nanos) {
        sessionOpen.set(false);
        diary.session(SessionChange.MASTER_SILENT, "");
        events.masterSilent(nanos);
    }

    @Override
    public void masterHeard() {
        sessionOpen.set(true);
        diary.session(SessionChange.MASTER_HEARD, "");
        events.masterHeard();
    }

    /// A request met an error of our own.
    void failed(RuntimeException cause) {
        parts.counters().loopErrors.increment();
        events.failed(cause, cause instanceof Invariant.Broken);
    }

    boolean hasSession() {
        return sessionOpen.get();
    }

    void leave(Runnable then) {
        leaving = true;
        reservations.close();
        queries.stopAll();
        prefetch.end();
        session.close(() -> {
            peers.closeAll();
            sessionOpen.set(false);
            then.run();
        });
    }

    KeyState ledgerState(BlockKey key) {
        return ledger.state(key);
    }

    /// What is recorded, and how the blocks of this hash stand.
    Recollection recall(Optional<BlockHash> block) {
        return new Recollection(
                diary.snapshot(),
                block.map(standings::of).orElse(List.of()),
                parts.loop().nanoTime());
    }

    NodeStats stats() {
        NodeCounters counters = parts.counters();
        Map<String, Long> fabricBytes = new HashMap<>();
        parts.fabrics().forEach(fabric -> fabricBytes.put(fabric.name(), fabric.bytesRead()));
        DiskFigures disk = new DiskFigures(parts.disk().gauges());
        Map<String, Long> counts = new HashMap<>(counters.counts());
        counts.putAll(disk.counts());
        Map<String, Long> gauges = gauges();
        gauges.putAll(disk.gauges());
        return new NodeStats(
                gauges,
                counts,
                counters.outcomeCounts(),
                counters.attemptCounts(),
                counters.staleReportCounts(),
                counters.ssdRefusalCounts(),
                fabricBytes,
                parts.pool().arenas());
    }

    private Map<String, Long> gauges() {
        Map<String, Long> gauges = new HashMap<>();
        gauges.put("pool_capacity_bytes", parts.pool().capacityBytes());
        gauges.put("pool_used_bytes", parts.pool().usedBytes());
        gauges.put("pool_wasted_bytes", parts.pool().wastedBytes());
        gauges.put("pool_largest_free_bytes", parts.pool().largestFreeBytes());
        gauges.put("pool_quarantined_bytes", parts.pool().quarantinedBytes());
        gauges.put("pool_held_bytes", residents.heldBytes());
        gauges.put("pool_retiring_bytes", residents.retiringBytes());
        gauges.put("pool_passing_bytes", residents.passingBytes());
        gauges.put("pool_leased_bytes", residents.leasedBytes());
        gauges.put("blocks_resident", (long) residents.blocks());
        gauges.put("blocks_in_flight", (long) saves.count());
        gauges.put("instances", (long) instances.count());
        gauges.put("engine_leases", (long) leasing.count());
        gauges.put("transfer_locks", (long) serving.locks());
        FetchGates gates = queries.gates();
        gauges.put("watches", (long) queries.watches());
        gauges.put("fetches", (long) gates.fetches.inside());
        gauges.put("fetches_waiting", (long) gates.fetches.waiting() + gates.bytes.waiting());
        gauges.put("fetch_bytes_in_flight", gates.bytes.weight());
        gauges.put("fetch_suppressed_pairs", (long) standing.suppressedPairs());
        gauges.put("fetch_open_breakers", (long) standing.openBreakers());
        gauges.put("ledger_dirty_keys", (long) ledger.dirtyCount());
        gauges.put("ledger_registered_keys", (long) ledger.registeredCount());
        gauges.put("ledger_ssd_dirty_keys", (long) diskLedger.dirtyCount());
        gauges.put("ledger_ssd_registered_keys", (long) diskLedger.registeredCount());
        prefetch.addGauges(gauges);
        draining.addGauges(gauges);
        gauges.put("master_session_open", session.isHeard() ? 1L : 0L);
        gauges.put("master_epoch", session.masterEpoch());
        return gauges;
    }
}
