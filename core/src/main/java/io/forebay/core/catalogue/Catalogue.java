package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The master's truth about who has what.
///
/// [#decide] reads and changes nothing; [#apply] changes, consults no clock and refuses nothing. Whoever owns the
/// catalogue ([MasterShell]) decides, applies, and only then decides again. Not safe for several threads.
///
/// - A node has one session at a time. A higher boot replaces it, silence for `node_expiry` or the node's own word
///   ends it. Replicas hang on their session, so they become invisible in that very step and are reclaimed later, a
///   slice each [Tick]. A boot is remembered as long as its session: only a living higher boot refuses a lower one.
/// - A node silent for `node_stale` is invisible and keeps its session. It may have freed blocks meanwhile, so its
///   next sign of life does not bring it back: that tells it the number of its silence, and the batch that bears this
///   number does.
/// - After a start, and while a session's inventory is not complete, answers say `warming`: who has no owner now may
///   have one soon.
/// - Memory and SSD have tables of their own, told of by ledgers of their own; a node that goes takes both with it.
/// - A live replica has no time to live: it goes when its node retires it or its session ends.
/// - Whoever says that a replica is damaged or missing is heard, and not believed: its owner is asked with the reply to
///   its next batch ([Suspects], soft), and retires it or does not.
/// - A router lease keeps a replica from being retired; it is soft, and over when its time is.
///
/// Each session keeps its last reply to a batch, to repeat it: so no verdict is lost.
public final class Catalogue {
    /// A copy beside those of so many others is spare.
    static final int OTHER_OWNERS = 2;

    private final CatalogueSettings settings;
    private final long masterEpoch;
    private final long startedNanos;
    private final Sessions sessions;
    private final ReplicaFeed feed = new ReplicaFeed();
    private final ReplicaTable memory = new ReplicaTable(Tier.MEMORY, feed);
    private final ReplicaTable disk = new ReplicaTable(Tier.LOCAL_DISK, feed);
    private final Stock stock;
    private final TableWriter writer;
    private final PrefetchDesk prefetch;
    private final CatalogueFigures figures;

    /// Empty, and without promotions: triggers are answered as switched off.
    ///
    /// @param masterEpoch as below
    public Catalogue(CatalogueSettings settings, long masterEpoch, long startedNanos) {
        this(settings, masterEpoch, startedNanos, null);
    }

    /// Empty.
    ///
    /// @param masterEpoch this incarnation's number, higher than that of any before: 1 to 2^42 - 1, such as a
    ///     count of starts or the milliseconds since 1970
    /// @param startedNanos now, on the clock of the decisions
    /// @param promotions this catalogue's alone from now on; null for none
    public Catalogue(CatalogueSettings settings, long masterEpoch, long startedNanos, @Nullable Promotions promotions) {
        this.settings = settings;
        this.masterEpoch = masterEpoch;
        this.startedNanos = startedNanos;
        this.sessions = new Sessions(masterEpoch);
        this.stock = new Stock(sessions, memory, disk, settings.nodeStaleNanos());
        this.writer = new TableWriter(stock, feed);
        this.prefetch = new PrefetchDesk(stock, masterEpoch, promotions);
        this.figures = new CatalogueFigures(stock);
    }

    public long masterEpoch() {
        return masterEpoch;
    }

    /// What to answer and what becomes true. Changes nothing: asked twice, it says the same twice.
    ///
    /// @param nowNanos on a clock that never goes back
    public Decision decide(Command command, long nowNanos) {
        return switch (command) {
            case OpenSession open -> decideOpen(open, nowNanos);
            case CloseSession close -> decideClose(close);
            case Heartbeat heartbeat -> decideHeartbeat(heartbeat, nowNanos);
            case LedgerBatch batch -> decideBatch(batch, nowNanos);
            case PrefixQuery query -> Decision.of(prefixReply(query, nowNanos));
            case ListNamespaces list ->
                Decision.of(new NamespacesReply(masterEpoch, namespaces().of(list.model())));
            case ReportStale report -> decideReport(report);
            case Prefetch trigger -> prefetch.trigger(trigger, isWarming(nowNanos), nowNanos);
            case CancelPrefetch cancel -> prefetch.cancel(cancel);
            case Lookup lookup -> Decision.of(prefetch.lookup(lookup, isWarming(nowNanos), nowNanos));
            case LookupAndPrefetch both -> prefetch.lookupAndTrigger(both, isWarming(nowNanos), nowNanos);
            case PullPromotions pull -> prefetch.pull(pull, nowNanos);
            case ReportPromotions report -> prefetch.report(report, nowNanos);
            case SwitchPrefetch toggle -> prefetch.switched(toggle);
            case Tick() -> new Decision(new Reply.Nothing(), passing(nowNanos));
        };
    }

    private Decision decideOpen(OpenSession open, long nowNanos) {
        Session current = sessions.of(open.node());
        if (current == null) {
            return opened(open, nowNanos, List.of());
        }
        if (open.boot() < current.boot) {
            return Decision.of(new SessionReply.Superseded(current.boot, current.address));
        }
        boolean sameProcess = open.boot() == current.boot && current.address.equals(open.address());
        if (sameProcess) {
            return new Decision(
                    new SessionReply.Opened(
                            current.id, masterEpoch, current.in(Tier.MEMORY).lastBatch()),
                    heard(current, nowNanos));
        }
        if (open.boot() == current.boot && !stock.isSilent(current, nowNanos)) {
            // Two processes have one name and one boot, on two machines or in two directories: the first one stays.
            return Decision.of(new SessionReply.Superseded(current.boot, current.address));
        }
        return opened(open, nowNanos, ended(current.id, Durable.EndCause.REPLACED));
    }

    private List<Event> ended(SessionId session, Durable.EndCause cause) {
        List<Event> events = new ArrayList<>(prefetch.ownerGone(session));
        events.add(new Durable.SessionEnded(session, cause));
        return events;
    }

    private Decision opened(OpenSession open, long nowNanos, List<Event> before) {
        SessionId id = sessions.nextId();
        List<Event> events = new ArrayList<>(before);
        events.add(new Durable.SessionOpened(
                id, open.node(), open.boot(), open.address(), open.httpAddress(), open.localDisk(), nowNanos));
        return new Decision(new SessionReply.Opened(id, masterEpoch, 0), events);
    }

    private Decision decideClose(CloseSession close) {
        if (sessions.current(close.node(), close.session()) == null) {
            return Decision.of(new AliveReply(false, masterEpoch));
        }
        return new Decision(new AliveReply(true, masterEpoch), ended(close.session(), Durable.EndCause.CLOSED));
    }

    private Decision decideHeartbeat(Heartbeat heartbeat, long nowNanos) {
        Session session = sessions.current(heartbeat.node(), heartbeat.session());
        if (session == null) {
            return Decision.of(new AliveReply(false, masterEpoch));
        }
        List<Event> events = new ArrayList<>(heard(session, nowNanos));
        events.addAll(prefetch.told(heartbeat, session));
        events.addAll(sessions.toldOfDrain(session, heartbeat.draining()));
        return new Decision(prefetch.alive(session, hiddenBy(session, nowNanos), session.suspects.size() > 0), events);
    }

    /// The node gives a sign of life.
    private List<Event> heard(Session session, long nowNanos) {
        Event seen = new Soft.NodeSeen(session.id, nowNanos);
        return stock.isSilent(session, nowNanos)
                ? List.of(seen, new Soft.NodeHidden(session.id, session.silences + 1))
                : List.of(seen);
    }

    /// Number of the silence that hides the node from when it is heard now; 0 for none.
    private long hiddenBy(Session session, long nowNanos) {
        if (stock.isSilent(session, nowNanos)) {
            return session.silences + 1;
        }
        return session.hidden ? session.silences : 0;
    }

    private Decision decideBatch(LedgerBatch batch, long nowNanos) {
        Session session = sessions.current(batch.node(), batch.session());
        if (session == null) {
            return Decision.of(new LedgerReply.UnknownSession());
        }
        Holdings holdings = session.in(batch.tier());
        long number = batch.number();
        if (number == holdings.lastBatch()) {
            return new Decision(holdings.lastReply, heard(session, nowNanos));
        }
        if (number != holdings.lastBatch() + 1) {
            return new Decision(new LedgerReply.OutOfOrder(holdings.lastBatch() + 1), heard(session, nowNanos));
        }
        Verdicts verdicts = new Verdicts(session, batch, stock.table(batch.tier()), prefetch, nowNanos);
        LedgerReply.Applied reply = new LedgerReply.Applied(
                number, verdicts.refused, spare(session, batch, nowNanos), suspects(session, batch, verdicts));
        List<Event> events = new ArrayList<>(heard(session, nowNanos));
        events.add(new Durable.BatchApplied(
                session.id,
                batch.tier(),
                reply,
                verdicts.forgotten,
                batch.register(),
                batch.inventoryEnd(),
                batch.gone().size(),
                batch.promotedKeys()));
        if (!batch.leases().isEmpty()) {
            events.add(new Soft.LeasesTaken(session.id, batch.tier(), batch.leases(), nowNanos));
        }
        events.addAll(prefetch.batch(session, batch, verdicts.forgotten, nowNanos));
        long hiddenBy = hiddenBy(session, nowNanos);
        if (hiddenBy != 0 && batch.caughtUp() == hiddenBy) {
            events.add(new Soft.NodeCaughtUp(session.id));
        }
        return new Decision(reply, events);
    }

    /// What the node is about to have and enough others have, too.
    private List<BlockKey> spare(Session session, LedgerBatch batch, long nowNanos) {
        if (sessions.open().size() <= OTHER_OWNERS) {
            return List.of(); // not worth a look-up of each key, which costs as much as registering it
        }
        return batch.register().stream()
                .filter(key -> stock.table(batch.tier())
                                .count(key, other -> other != session && stock.isStaying(other, nowNanos))
                        >= OTHER_OWNERS)
                .toList();
    }

    /// What the node is to look at, of the replicas that it had before the batch and has with it.
    private List<BlockKey> suspects(Session session, LedgerBatch batch, Verdicts verdicts) {
        if (batch.tier() != Tier.MEMORY || session.suspects.size() == 0) {
            return List.of();
        }
        Set<BlockKey> forgotten = new HashSet<>(verdicts.forgotten);
        return session.suspects.all().stream()
                .filter(key -> !forgotten.contains(key) && memory.replica(session, key) != null)
                .toList();
    }

    /// A reader's word about an owner. Only the owner's own word, in a batch, takes a replica away.
    private Decision decideReport(ReportStale report) {
        Session session = sessions.current(report.owner(), report.session());
        if (session == null) {
            return Decision.of(new StaleReply(0));
        }
        List<BlockKey> named = report.hashes().stream()
                .distinct()
                .map(hash -> new BlockKey(report.namespace(), hash))
                .filter(key -> memory.replica(session, key) != null)
                .toList();
        StaleReply reply = new StaleReply(named.size());
        return named.isEmpty() ? Decision.of(reply) : Decision.of(reply, new Soft.Suspected(session.id, named));
    }

    private PrefixReply prefixReply(PrefixQuery query, long nowNanos) {
        List<OwnerRun> runs = walk(query, nowNanos);
        List<BlockHash> rest =
                query.hashes().subList(PrefixReply.reach(runs), query.hashes().size());
        boolean full = rest.isEmpty() || (query.watch().isPresent() && haveOwners(query.namespace(), rest, nowNanos));
        return new PrefixReply(masterEpoch, isWarming(nowNanos), runs, full);
    }

    private boolean haveOwners(Namespace namespace, List<BlockHash> hashes, long nowNanos) {
        return hashes.stream().allMatch(hash -> hasOwner(new BlockKey(namespace, hash), nowNanos));
    }

    /// Whether a visible node has the block. O(its replicas).
    boolean hasOwner(BlockKey key, long nowNanos) {
        Predicate<Session> named = session -> visible(session, nowNanos);
        return memory.count(key, named) > 0 || disk.count(key, named) > 0;
    }

    /// Whether the session is open.
    boolean isOpen(SessionId session) {
        return sessions.isOpen(session);
    }

    private List<OwnerRun> walk(PrefixQuery query, long nowNanos) {
        Map<Tier, Shelf> shelves = new EnumMap<>(Tier.class);
        for (Tier tier : Tier.values()) {
            Shelf shelf = stock.table(tier).shelf(query.namespace());
            if (shelf != null) {
                shelves.put(tier, shelf);
            }
        }
        return new PrefixWalk(shelves, query.hashes(), session -> visible(session, nowNanos), sessions.indexLimit())
                .runs();
    }

    private boolean visible(Session session, long nowNanos) {
        return stock.isVisible(session, nowNanos);
    }

    private boolean isWarming(long nowNanos) {
        return nowNanos - startedNanos < settings.warmingMinNanos() || sessions.inventories() > 0;
    }

    private List<Event> passing(long nowNanos) {
        List<Event> events = new ArrayList<>();
        Set<SessionId> gone = new HashSet<>();
        for (Session session : sessions.open()) {
            if (session.silentNanos(nowNanos) >= settings.nodeExpiryNanos()) {
                gone.add(session.id);
                events.addAll(ended(session.id, Durable.EndCause.EXPIRED));
            }
        }
        events.addAll(prefetch.passing(gone, nowNanos));
        int left = settings.sliceKeys();
        for (Tier tier : Tier.values()) {
            int over = stock.table(tier).leases().over(nowNanos, settings.sliceKeys());
            if (over > 0) {
                events.add(new Soft.LeasesSwept(tier, over));
            }
        }
        for (Session session : sessions.ended()) {
            for (Tier tier : Tier.values()) {
                int slice = Math.min(left, session.in(tier).replicas);
                if (slice > 0) {
                    events.add(new Soft.Reclaimed(session.id, tier, slice));
                    left -= slice;
                }
            }
        }
        return events;
    }

    /// Makes an event true. The event must come from a decision about the present state, or from the journal in
    /// order.
    public void apply(Event event) {
        switch (event) {
            case Durable.SessionOpened opened -> sessions.opened(opened);
            case Durable.SessionEnded ended -> writer.end(ended);
            case Durable.BatchApplied batch -> writer.write(batch);
            case Soft.NodeSeen seen -> sessions.heard(seen.session(), seen.atNanos());
            case Soft.NodeHidden hidden -> sessions.hidden(hidden.session(), hidden.silence());
            case Soft.NodeCaughtUp caughtUp -> sessions.caughtUp(caughtUp.session());
            case Soft.LeasesTaken taken -> writer.lease(taken);
            case Soft.Landed landed -> writer.land(landed);
            case Soft.ReadingsTold told -> sessions.told(told.session(), told.readings());
            case Soft.DrainTold told -> sessions.drained(told.session(), told.draining());
            case Soft.LeasesEnded ended -> {
                Session session = sessions.get(ended.session());
                ended.keys().forEach(key -> memory.endLease(session, key));
            }
            case Soft.Promotion promotion -> prefetch.apply(promotion.event());
            case Soft.Suspected suspected -> sessions.suspected(suspected);
            case Soft.LeasesSwept swept -> stock.table(swept.tier()).leases().sweep(swept.leases());
            case Soft.Reclaimed reclaimed -> writer.reclaim(reclaimed);
        }
    }

    /// What happens to replicas.
    ReplicaFeed feed() {
        return feed;
    }

    /// Where a subscriber begins that takes so many entries at once.
    EventCursor cursor(WatchEvents request, int partEntries) {
        return new EventCursor(feed, sessions, masterEpoch, request, partEntries);
    }

    /// Whether a task waits for the session's node to pull it.
    boolean hasPromotions(SessionId session) {
        return prefetch.hasWork(session);
    }

    /// When a [Tick] has something to do for promotions that the next one of every 100 ms would do too late.
    OptionalLong nextPromotionNanos() {
        return prefetch.nextNanos();
    }

    /// The promotions in numbers; empty for a master without.
    public Optional<PromotionStats> promotionStats() {
        return prefetch.stats();
    }

    Namespaces namespaces() {
        return new Namespaces(stock);
    }

    /// The catalogue in numbers. O(sessions).
    public CatalogueStats stats(long nowNanos) {
        return figures.stats(isWarming(nowNanos), nowNanos);
    }

    /// The nodes with a session, in the order in which they opened it.
    public List<NodeStatus> nodes(long nowNanos) {
        return figures.nodes(nowNanos);
    }

    /// The replicas of the block of this hash in each namespace that has one, those in memory first. O(namespaces).
    public Map<Namespace, List<ReplicaStatus>> replicas(BlockHash hash, long nowNanos) {
        return figures.replicas(hash, nowNanos);
    }
}
