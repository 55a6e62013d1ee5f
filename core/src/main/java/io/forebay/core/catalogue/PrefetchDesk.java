package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.prefetch.Concluded;
import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PrefetchEvent;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.PromotionView;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.prefetch.Triggered;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Where the catalogue's replicas and [Promotions] meet: commands about promotions, and what everything else that
/// happens means for them. Without promotions it has nothing to decide and no event comes from it.
///
/// Reads only, but for [#apply]. Confined to its [Catalogue].
final class PrefetchDesk {
    private static final Comparator<Session> OLDEST = Comparator.comparingLong(session -> session.id.number());

    private final Stock stock;
    private final long masterEpoch;
    private final @Nullable Promotions promotions;

    PrefetchDesk(Stock stock, long masterEpoch, @Nullable Promotions promotions) {
        this.stock = stock;
        this.masterEpoch = masterEpoch;
        this.promotions = promotions;
    }

    /// The replicas at one moment, as the gates see them. Confined to one command.
    private record View(Stock stock, long nowNanos, Map<SessionId, Long> kept) implements PromotionView {
        View(Stock stock, long nowNanos) {
            this(stock, nowNanos, new HashMap<>());
        }

        @Override
        public boolean isKnown(BlockKey key) {
            return stock.memory().count(key, session -> true) > 0
                    || stock.disk().count(key, session -> true) > 0;
        }

        @Override
        public boolean isInMemory(BlockKey key) {
            return stock.memory().count(key, session -> stock.isVisible(session, nowNanos)) > 0;
        }

        @Override
        public List<SessionId> diskOwners(BlockKey key) {
            return stock
                    .disk()
                    .sessions(key, session -> session.readings.canPrefetch() && stock.isVisible(session, nowNanos))
                    .stream()
                    .map(session -> session.id)
                    .toList();
        }

        @Override
        public Readings readings(SessionId owner) {
            return stock.sessions().get(owner).readings;
        }

        @Override
        public long bufferKeptBytes(SessionId owner) {
            return kept.computeIfAbsent(owner, this::keptOf);
        }

        /// Leases are the master's to know, holds of engines and peers the node's. What somebody holds was used, which
        /// ended the lease that it landed with; so only what triggers prolonged may be counted by both.
        private long keptOf(SessionId owner) {
            BufferLeases buffers = stock.memory().leases().buffers();
            long held = readings(owner).bufferHeldBytes();
            return buffers.leasedBytes(owner, nowNanos) + Math.max(0, held - buffers.prolongedBytes(owner, nowNanos));
        }
    }

    Decision trigger(Prefetch request, boolean warming, long nowNanos) {
        if (promotions == null || !promotions.isEnabled()) {
            return Decision.of(new PrefetchReply.Disabled(masterEpoch));
        }
        List<BlockKey> keys = request.keys();
        Concluded<List<Triggered>> concluded = promotions.trigger(
                keys, request.requestId(), request.needInNanos(), new View(stock, nowNanos), nowNanos);
        TriggerLeases leases = new TriggerLeases(
                stock, request.needInNanos(), promotions.terms().leaseNanos(), nowNanos);
        List<PrefetchReply.PrefetchAnswer> answers = new ArrayList<>();
        for (int i = 0; i < concluded.answer().size(); i++) {
            answers.add(answer(keys.get(i), concluded.answer().get(i), leases));
        }
        List<Event> events = new ArrayList<>(events(concluded.events()));
        events.addAll(leases.events());
        return new Decision(new PrefetchReply.Decided(masterEpoch, warming, answers), events);
    }

    private PrefetchReply.PrefetchAnswer answer(BlockKey key, Triggered triggered, TriggerLeases leases) {
        if (triggered.status() != PrefetchStatus.IN_MEMORY) {
            Optional<NodeId> owner =
                    triggered.owner().map(id -> stock.sessions().get(id).node);
            return new PrefetchReply.PrefetchAnswer(triggered.status(), owner, false);
        }
        Session owner = leases.owner(key);
        return new PrefetchReply.PrefetchAnswer(triggered.status(), Optional.of(owner.node), leases.take(owner, key));
    }

    Decision cancel(CancelPrefetch request) {
        if (promotions == null) {
            return Decision.of(new CancelReply(masterEpoch, 0, 0));
        }
        List<PrefetchEvent> events = promotions.cancel(request.requestId());
        int ended = (int) events.stream()
                .filter(event ->
                        event instanceof PrefetchEvent.Ended || event instanceof PrefetchEvent.CandidateDropped)
                .count();
        return new Decision(new CancelReply(masterEpoch, ended, events.size() - ended), events(events));
    }

    LookupReply lookup(Lookup request, boolean warming, long nowNanos) {
        return lookup(request.namespace(), request.hashes(), warming, nowNanos);
    }

    private LookupReply lookup(Namespace namespace, List<BlockHash> hashes, boolean warming, long nowNanos) {
        long bytes = stock.blockBytes(namespace);
        List<LookupReply.BlockTiers> blocks = hashes.stream()
                .map(hash -> tiers(new BlockKey(namespace, hash), bytes, nowNanos))
                .toList();
        return new LookupReply(masterEpoch, warming, blocks);
    }

    Decision lookupAndTrigger(LookupAndPrefetch request, boolean warming, long nowNanos) {
        Prefetch trigger = request.trigger();
        LookupReply before = lookup(trigger.namespace(), trigger.hashes(), warming, nowNanos);
        Decision triggered = trigger(trigger, warming, nowNanos);
        if (!(triggered.reply() instanceof PrefetchReply outcome)) {
            throw new IllegalStateException("a trigger hears of a trigger, not " + triggered.reply());
        }
        return new Decision(new LookupAndPrefetchReply(before, outcome), triggered.events());
    }

    private LookupReply.BlockTiers tiers(BlockKey key, long bytes, long nowNanos) {
        List<ReplicaStatus> replicas = new ArrayList<>();
        for (Tier tier : Tier.values()) {
            stock.table(tier).sessions(key, session -> stock.isVisible(session, nowNanos)).stream()
                    .sorted(OLDEST)
                    .forEach(session -> replicas.add(stock.status(tier, session, key, nowNanos)));
        }
        boolean promoting = promotions != null && promotions.isPromoting(key);
        return new LookupReply.BlockTiers(replicas, replicas.isEmpty() ? 0 : bytes, promoting);
    }

    Decision pull(PullPromotions pull, long nowNanos) {
        if (promotions == null) {
            return Decision.of(new PullReply.NoPromotions());
        }
        Session session = stock.sessions().current(pull.node(), pull.session());
        if (session == null) {
            return Decision.of(new PullReply.UnknownSession());
        }
        Concluded<Pull> concluded = promotions.pull(session.id, pull.number(), pull.held(), pull.credit(), nowNanos);
        return new Decision(new PullReply.Heard(concluded.answer()), events(concluded.events()));
    }

    Decision report(ReportPromotions report, long nowNanos) {
        Session session = stock.sessions().current(report.node(), report.session());
        AliveReply reply = new AliveReply(session != null, masterEpoch);
        if (promotions == null || session == null) {
            return Decision.of(reply);
        }
        List<PrefetchEvent> all = new ArrayList<>(promotions.started(session.id, report.started()));
        View view = new View(stock, nowNanos);
        all.addAll(promotions.failed(session.id, report.failed(), view, nowNanos));
        all.addAll(promotions.met(session.id, report.met(), view, nowNanos));
        return new Decision(reply, events(all));
    }

    Decision switched(SwitchPrefetch request) {
        if (promotions == null) {
            return Decision.of(new SwitchReply(false));
        }
        return promotions.isEnabled() == request.on()
                ? Decision.of(new SwitchReply(request.on()))
                : new Decision(new SwitchReply(request.on()), events(promotions.switched(request.on())));
    }

    /// The reply to a heartbeat, with what nodes that could promote are wanted to do.
    AliveReply alive(Session session, long hiddenBy, boolean suspected) {
        AliveReply.Promotes wanted = promotions == null
                ? AliveReply.Promotes.NOTHING
                : new AliveReply.Promotes(
                        promotions.isActive() || promotions.hasWork(session.id),
                        promotions.terms().onHit());
        return new AliveReply(true, masterEpoch, hiddenBy, suspected, wanted);
    }

    /// What a heartbeat says of its node's room.
    List<Event> told(Heartbeat heartbeat, Session session) {
        boolean listens = promotions != null && promotions.isActive();
        return listens && !session.readings.equals(heartbeat.readings())
                ? List.of(new Soft.ReadingsTold(session.id, heartbeat.readings()))
                : List.of();
    }

    /// What a batch means for promotions, once it is applied.
    List<Event> batch(Session session, LedgerBatch batch, List<BlockKey> forgotten, long nowNanos) {
        if (promotions == null) {
            return List.of();
        }
        return switch (batch.tier()) {
            case MEMORY -> registered(promotions, session, batch, nowNanos);
            case LOCAL_DISK ->
                events(new LinkedHashSet<>(forgotten)
                        .stream()
                                .flatMap(key -> promotions.diskGone(session.id, key).stream())
                                .toList());
        };
    }

    private List<Event> registered(Promotions promotions, Session session, LedgerBatch batch, long nowNanos) {
        List<PrefetchEvent> over = new ArrayList<>();
        List<RouterLease> leases = new ArrayList<>();
        List<RouterLease> landed = new ArrayList<>();
        Set<BlockKey> registered = new LinkedHashSet<>(batch.register());
        for (Promoted promoted : new LinkedHashSet<>(batch.promoted())) {
            boolean had = stock.memory().replica(session, promoted.key()) != null;
            if (registered.remove(promoted.key()) || had) {
                boolean inBuffer = !had && promotions.landing(promoted.key()) == Landing.BUFFER;
                Concluded<Long> done = promotions.completed(session.id, promoted.attempt(), promoted.key(), nowNanos);
                over.addAll(done.events().isEmpty() ? promotions.inMemory(promoted.key()) : done.events());
                if (inBuffer && !done.events().isEmpty()) {
                    landed.add(new RouterLease(promoted.key(), done.answer()));
                } else if (done.answer() > 0) {
                    leases.add(new RouterLease(promoted.key(), done.answer()));
                }
            }
        }
        registered.forEach(key -> over.addAll(promotions.inMemory(key)));
        List<Event> events = new ArrayList<>(events(over));
        if (!leases.isEmpty()) {
            events.add(new Soft.LeasesTaken(session.id, Tier.MEMORY, leases, nowNanos));
        }
        if (!landed.isEmpty()) {
            events.add(new Soft.Landed(session.id, landed, nowNanos));
        }
        if (!batch.consumed().isEmpty()) {
            events.add(new Soft.LeasesEnded(session.id, batch.consumed()));
        }
        return events;
    }

    List<Event> ownerGone(SessionId owner) {
        return promotions == null ? List.of() : events(promotions.ownerGone(owner));
    }

    /// How long a task still needs the session's SSD record, as far as that is known; 0 when none does.
    long pinnedNanos(Session session, BlockKey key, long nowNanos) {
        return promotions == null ? 0 : promotions.pinnedNanos(session.id, key, nowNanos);
    }

    /// @param gone sessions that end in this step
    List<Event> passing(Set<SessionId> gone, long nowNanos) {
        return promotions == null ? List.of() : events(promotions.passing(gone, new View(stock, nowNanos), nowNanos));
    }

    private static List<Event> events(List<PrefetchEvent> events) {
        return events.stream().<Event>map(Soft.Promotion::new).toList();
    }

    void apply(PrefetchEvent event) {
        if (promotions == null) {
            throw new IllegalStateException("a master without promotions has no event about them");
        }
        promotions.apply(event);
    }

    boolean hasWork(SessionId owner) {
        return promotions != null && promotions.hasWork(owner);
    }

    OptionalLong nextNanos() {
        return promotions == null ? OptionalLong.empty() : promotions.nextNanos();
    }

    Optional<PromotionStats> stats() {
        return Optional.ofNullable(promotions).map(Promotions::stats);
    }
}
