package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CatalogueStats;
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
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.NodeStatus;
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
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.Promotions;
import io.forebay.core.prefetch.Readings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The real master, called directly, that a test can make hang: then it answers nothing, and callers time out.
final class TestMaster implements MasterProtocol, PromotionProtocol, RouterProtocol {
    private final StepClock clock;
    private MasterShell shell;
    private long epoch = 1;
    boolean hangs;
    /// How long the reply to a batch takes.
    long ledgerNanos;
    boolean hangsOnReports;

    /// Answers to pulls that are lost on their way.
    int losesPulls;

    /// Pulls that were asked, in their order.
    final List<PullPromotions> pulls = new ArrayList<>();

    /// What becomes of that on its way.
    UnaryOperator<Readings> readings = UnaryOperator.identity();

    /// What a node last said of its room.
    Readings heard = Readings.NONE;

    /// Reports about promotions that were made.
    long reports;

    /// Of the master that starts next.
    PrefetchTerms terms = PrefetchTerms.defaults().withEnabled(true);

    /// What becomes of a batch on its way.
    UnaryOperator<LedgerBatch> batches = UnaryOperator.identity();

    TestMaster(StepClock clock) {
        this.clock = clock;
        this.shell = newShell();
    }

    private MasterShell newShell() {
        Promotions promotions = new Promotions(terms);
        Catalogue catalogue = new Catalogue(CatalogueSettings.defaults(), epoch, clock.nowNanos(), promotions);
        return new MasterShell(catalogue, Journal.NONE, clock::nowNanos, 10_000);
    }

    void restart() {
        epoch++;
        MasterShell old = shell;
        shell = newShell();
        old.failHeld();
    }

    /// Time has passed for the master, too.
    void tick() {
        shell.tick();
        shell.drain();
    }

    PromotionStats promotionStats() {
        return shell.promotionStats().orElseThrow();
    }

    PrefetchReply.Decided prefetch(Prefetch request) {
        List<PrefetchReply> replies = new ArrayList<>();
        shell.prefetch(request, 1_000_000_000L, answer -> replies.add(((Answer.Ok<PrefetchReply>) answer).value()));
        shell.drain();
        shell.drain();
        return (PrefetchReply.Decided) replies.getFirst();
    }

    LookupReply lookup(Lookup request) {
        List<LookupReply> replies = new ArrayList<>();
        shell.lookup(request, 1_000_000_000L, answer -> replies.add(((Answer.Ok<LookupReply>) answer).value()));
        shell.drain();
        return replies.getFirst();
    }

    int cancel(String requestId) {
        List<CancelReply> replies = new ArrayList<>();
        shell.cancelPrefetch(
                new CancelPrefetch(requestId),
                1_000_000_000L,
                answer -> replies.add(((Answer.Ok<CancelReply>) answer).value()));
        shell.drain();
        return replies.getFirst().ended();
    }

    /// The nodes as it knows them.
    List<NodeStatus> nodes() {
        return shell.nodes();
    }

    @Override
    public void prefetch(Prefetch request, long timeout, Consumer<Answer<PrefetchReply>> then) {
        call(timeout, then, () -> shell.prefetch(request, timeout, then));
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeout, Consumer<Answer<CancelReply>> then) {
        call(timeout, then, () -> shell.cancelPrefetch(request, timeout, then));
    }

    @Override
    public void lookup(Lookup request, long timeout, Consumer<Answer<LookupReply>> then) {
        call(timeout, then, () -> shell.lookup(request, timeout, then));
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeout, Consumer<Answer<LookupAndPrefetchReply>> then) {
        call(timeout, then, () -> shell.lookupAndPrefetch(request, timeout, then));
    }

    @Override
    public void pullPromotions(PullPromotions pull, long timeout, Consumer<Answer<PullReply>> then) {
        pulls.add(pull);
        boolean loses = losesPulls > 0;
        losesPulls -= loses ? 1 : 0;
        Consumer<Answer<PullReply>> heard = loses
                ? answer -> clock.plan(1_000_000L, () -> then.accept(Answer.failed(Remedy.RETRY, "the answer is lost")))
                : then;
        call(timeout, then, () -> shell.pullPromotions(pull, timeout, heard));
        clock.plan(pull.waitNanos(), shell::drain);
    }

    @Override
    public void reportPromotions(ReportPromotions report, long timeout, Consumer<Answer<AliveReply>> then) {
        reports++;
        call(timeout, then, () -> shell.reportPromotions(report, timeout, then));
    }

    CatalogueStats stats() {
        return shell.stats();
    }

    private <T> void call(long timeoutNanos, Consumer<Answer<T>> then, Runnable request) {
        if (hangs) {
            clock.plan(timeoutNanos, () -> then.accept(Answer.failed(Remedy.RETRY, "the master timed out")));
        } else {
            request.run();
            shell.drain();
        }
    }

    @Override
    public void openSession(OpenSession request, long timeout, Consumer<Answer<SessionReply>> then) {
        call(timeout, then, () -> shell.openSession(request, timeout, then));
    }

    @Override
    public void closeSession(CloseSession request, long timeout, Consumer<Answer<AliveReply>> then) {
        call(timeout, then, () -> shell.closeSession(request, timeout, then));
    }

    @Override
    public void heartbeat(Heartbeat request, long timeout, Consumer<Answer<AliveReply>> then) {
        heard = request.readings();
        Heartbeat told = new Heartbeat(
                request.node(), request.session(), readings.apply(request.readings()), request.draining());
        call(timeout, then, () -> shell.heartbeat(told, timeout, then));
    }

    @Override
    public void ledger(LedgerBatch batch, long timeout, Consumer<Answer<LedgerReply>> then) {
        Consumer<Answer<LedgerReply>> late =
                ledgerNanos == 0 ? then : answer -> clock.plan(ledgerNanos, () -> then.accept(answer));
        call(timeout, then, () -> shell.ledger(batches.apply(batch), timeout, late));
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeout, Consumer<Answer<PrefixReply>> then) {
        call(timeout, then, () -> shell.queryPrefix(query, timeout, then));
        query.watch().ifPresent(watch -> clock.plan(watch.nanos(), shell::drain));
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        call(timeoutNanos, then, () -> shell.listNamespaces(query, timeoutNanos, then));
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        if (hangsOnReports) {
            clock.plan(timeoutNanos, () -> then.accept(Answer.failed(Remedy.RETRY, "the master timed out")));
        } else {
            call(timeoutNanos, then, () -> shell.reportStale(report, timeoutNanos, then));
        }
    }
}
