package io.forebay.server.master;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.NamespaceFigures;
import io.forebay.core.catalogue.NamespaceSpread;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.catalogue.SwitchPrefetch;
import io.forebay.core.catalogue.SwitchReply;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.recorder.CatalogueRecorder;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.Recorder;
import io.forebay.core.recorder.SessionChange;
import io.forebay.core.recorder.Standing;
import io.forebay.node.Loop;
import io.forebay.server.cluster.NamespaceDoor;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The catalogue's one thread. A request from any thread is handed to the [Loop]; what came in meanwhile is drained
/// as one batch, so that the journal is written once for all of it. A full queue fails the request at once.
///
/// When the catalogue breaks it is thrown away: the master starts over empty, with a new epoch, and the nodes'
/// inventories rebuild it (architecture §7, kind 3).
final class MasterLoop implements MasterProtocol, PromotionProtocol, RouterProtocol, NamespaceDoor {
    private static final Logger LOG = LoggerFactory.getLogger(MasterLoop.class);
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Loop loop;
    private final MasterTerms terms;
    private final LongSupplier millisClock;
    private final Optional<Recorder> recorder;
    private MasterShell shell;
    private long epoch;
    private boolean drainQueued;
    private long alarmNanos;
    private long restarts;
    private long superseded;
    private final Map<StaleReason, Long> staleReports = new EnumMap<>(StaleReason.class);
    private final PrefetchTally prefetched = new PrefetchTally();
    /// As somebody switched it last; a catalogue that starts over keeps to it.
    private boolean prefetchOn;

    private volatile MasterStats stats;

    /// @param millisClock since 1970, for epochs, which grow from start to start
    /// @param recorder this loop's alone from now on; empty: nothing is recorded
    MasterLoop(Loop loop, MasterTerms terms, LongSupplier millisClock, Optional<Recorder> recorder) {
        this.recorder = recorder;
        this.loop = loop;
        this.terms = terms;
        this.prefetchOn = terms.prefetch().enabled();
        this.millisClock = millisClock;
        this.epoch = millisClock.getAsLong();
        for (StaleReason reason : StaleReason.values()) {
            staleReports.put(reason, 0L);
        }
        this.shell = shell();
        this.stats = snapshot();
    }

    private MasterShell shell() {
        Promotions promotions = new Promotions(terms.prefetch().withEnabled(prefetchOn));
        MasterShell made = new MasterShell(
                new Catalogue(terms.catalogue(), epoch, loop.nanoTime(), promotions),
                Journal.NONE,
                loop::nanoTime,
                terms.inboxLimit(),
                terms.events());
        recorder.ifPresent(each -> made.watch(new CatalogueRecorder(each)));
        return made;
    }

    /// Begins to tick.
    void start() {
        loop.post(this::tick);
    }

    /// The master is about to end: nobody is kept waiting for what may come. Any thread.
    void stopHolding() {
        loop.post(() -> shell.failHeld());
    }

    /// What happens to replicas. Any thread.
    EventProtocol events() {
        return new EventDoor(loop, () -> shell);
    }

    /// The figures as of the last tick, or of the last one who asked to [#recall]. Any thread.
    MasterStats stats() {
        return stats;
    }

    private void tick() {
        shell.tick();
        drain();
        stats = snapshot();
        loop.after(TICK_NANOS, this::tick);
    }

    private MasterStats snapshot() {
        PrefetchStats prefetch =
                new PrefetchStats(prefetchOn, shell.promotionStats().orElseThrow(), prefetched.blocks());
        return new MasterStats(
                epoch,
                restarts,
                superseded,
                staleReports,
                shell.waiting(),
                shell.held(),
                shell.stats(),
                prefetch,
                shell.eventFigures(),
                shell.nodes());
    }

    private void drain() {
        drainQueued = false;
        try {
            shell.drain();
        } catch (RuntimeException broken) {
            epoch = Math.max(epoch + 1, millisClock.getAsLong());
            restarts++;
            LOG.atError().addKeyValue("epoch", epoch).setCause(broken).log("the catalogue broke and starts over empty");
            recorder.ifPresent(each -> each.record(
                    new Happening.Session(loop.nanoTime(), "", SessionChange.STARTED_OVER, "epoch " + epoch)));
            MasterShell before = shell;
            shell = shell();
            before.failHeld();
        }
        wakeForHeld();
    }

    /// A held query is answered on time, and not with the next tick.
    private void wakeForHeld() {
        long now = loop.nanoTime();
        long next = shell.nextHeldNanos().orElse(Long.MAX_VALUE);
        boolean planned = alarmNanos > now && alarmNanos <= next;
        if (next - now < TICK_NANOS && !planned) {
            alarmNanos = next;
            loop.after(next - now, this::drain);
        }
    }

    /// What is recorded, and who has a block of this hash now.
    void recall(Optional<BlockHash> block, Consumer<Answer<Recollection>> then) {
        boolean taken = loop.offer(() -> {
            List<Standing> standings = new ArrayList<>();
            block.ifPresent(hash -> shell.replicas(hash)
                    .forEach((namespace, replicas) ->
                            replicas.forEach(replica -> standings.add(new Standing.InCatalogue(namespace, replica)))));
            stats = snapshot();
            then.accept(Answer.ok(new Recollection(recorder.map(Recorder::snapshot), standings, loop.nanoTime())));
        });
        if (!taken) {
            then.accept(Answer.failed(Remedy.RETRY, "the master's queue is full or it is shutting down"));
        }
    }

    @Override
    public void namespaces(int atMost, Consumer<Answer<List<NamespaceFigures>>> then) {
        look(then, () -> shell.namespaces(atMost));
    }

    @Override
    public void spread(Namespace namespace, Consumer<Answer<Optional<NamespaceSpread>>> then) {
        look(then, () -> shell.spread(namespace));
    }

    private <T> void look(Consumer<Answer<T>> then, Supplier<T> view) {
        if (!loop.offer(() -> then.accept(Answer.ok(view.get())))) {
            then.accept(Answer.failed(Remedy.RETRY, "the master's queue is full or it is shutting down"));
        }
    }

    private <T> void hand(Consumer<Answer<T>> then, Runnable put) {
        boolean taken = loop.offer(() -> {
            put.run();
            if (!drainQueued) {
                drainQueued = true;
                loop.post(this::drain);
            }
        });
        if (!taken) {
            then.accept(Answer.failed(Remedy.RETRY, "the master's queue is full or it is shutting down"));
        }
    }

    @Override
    public void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then) {
        hand(
                then,
                () -> shell.openSession(request, timeoutNanos, answer -> {
                    if (answer instanceof Answer.Ok<SessionReply>(SessionReply.Superseded by)) {
                        superseded(request, by);
                    }
                    then.accept(answer);
                }));
    }

    private void superseded(OpenSession request, SessionReply.Superseded by) {
        superseded++;
        LOG.atWarn()
                .addKeyValue("node", request.node())
                .addKeyValue("boot", request.boot())
                .addKeyValue("address", request.address())
                .addKeyValue("current_boot", by.currentBoot())
                .addKeyValue("current_address", by.address())
                .log("a node is told to end: another process has its name");
    }

    @Override
    public void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        hand(then, () -> shell.closeSession(request, timeoutNanos, then));
    }

    @Override
    public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        hand(then, () -> shell.heartbeat(request, timeoutNanos, then));
    }

    @Override
    public void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        hand(then, () -> shell.ledger(batch, timeoutNanos, then));
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
        hand(then, () -> shell.queryPrefix(query, timeoutNanos, then));
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        hand(then, () -> shell.listNamespaces(query, timeoutNanos, then));
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        hand(then, () -> {
            staleReports.merge(report.reason(), (long) report.hashes().size(), Long::sum);
            shell.reportStale(report, timeoutNanos, then);
        });
    }

    @Override
    public void pullPromotions(PullPromotions pull, long timeoutNanos, Consumer<Answer<PullReply>> then) {
        hand(then, () -> shell.pullPromotions(pull, timeoutNanos, then));
    }

    @Override
    public void reportPromotions(ReportPromotions report, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        hand(then, () -> shell.reportPromotions(report, timeoutNanos, then));
    }

    @Override
    public void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then) {
        hand(
                then,
                () -> shell.prefetch(request, timeoutNanos, answer -> {
                    if (answer instanceof Answer.Ok<PrefetchReply>(PrefetchReply reply)) {
                        prefetched.count(request, reply);
                    }
                    then.accept(answer);
                }));
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then) {
        hand(then, () -> shell.cancelPrefetch(request, timeoutNanos, then));
    }

    @Override
    public void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then) {
        hand(then, () -> shell.lookup(request, timeoutNanos, then));
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then) {
        hand(
                then,
                () -> shell.lookupAndPrefetch(request, timeoutNanos, answer -> {
                    if (answer instanceof Answer.Ok<LookupAndPrefetchReply>(LookupAndPrefetchReply reply)) {
                        prefetched.count(request.trigger(), reply.outcome());
                    }
                    then.accept(answer);
                }));
    }

    /// Triggers are heard from now on, or no longer. Any thread.
    void switchPrefetch(SwitchPrefetch request, long timeoutNanos, Consumer<Answer<SwitchReply>> then) {
        hand(
                then,
                () -> shell.switchPrefetch(request, timeoutNanos, answer -> {
                    if (answer instanceof Answer.Ok<SwitchReply>(SwitchReply reply)) {
                        switched(reply.on());
                    }
                    then.accept(answer);
                }));
    }

    private void switched(boolean on) {
        if (on != prefetchOn) {
            LOG.atInfo().addKeyValue("on", on).log("prefetch triggers are switched");
        }
        prefetchOn = on;
        stats = snapshot();
    }
}
