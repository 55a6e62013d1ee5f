package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.MasterProtocol;
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
import io.forebay.core.catalogue.StaleReply;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/// A master, scripted.
final class FakeMaster implements MasterProtocol, PromotionProtocol, RouterProtocol, AutoCloseable {
    private final ExecutorService thread = DaemonThreads.pool("fake-master", 1);
    final Script<OpenSession, SessionReply> openSession = new Script<>(thread);
    final Script<CloseSession, AliveReply> closeSession = new Script<>(thread);
    final Script<Heartbeat, AliveReply> heartbeat = new Script<>(thread);
    final Script<LedgerBatch, LedgerReply> ledger = new Script<>(thread);
    final Script<PrefixQuery, PrefixReply> queryPrefix = new Script<>(thread);
    final Script<ListNamespaces, NamespacesReply> listNamespaces = new Script<>(thread);
    final Script<ReportStale, StaleReply> reportStale = new Script<>(thread);
    final Script<PullPromotions, PullReply> pullPromotions = new Script<>(thread);
    final Script<ReportPromotions, AliveReply> reportPromotions = new Script<>(thread);
    final Script<Prefetch, PrefetchReply> prefetch = new Script<>(thread);
    final Script<CancelPrefetch, CancelReply> cancelPrefetch = new Script<>(thread);
    final Script<Lookup, LookupReply> lookup = new Script<>(thread);
    final Script<LookupAndPrefetch, LookupAndPrefetchReply> lookupAndPrefetch = new Script<>(thread);

    @Override
    public void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then) {
        openSession.ask(request, timeoutNanos, then);
    }

    @Override
    public void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        closeSession.ask(request, timeoutNanos, then);
    }

    @Override
    public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        heartbeat.ask(request, timeoutNanos, then);
    }

    @Override
    public void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        ledger.ask(batch, timeoutNanos, then);
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
        queryPrefix.ask(query, timeoutNanos, then);
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        listNamespaces.ask(query, timeoutNanos, then);
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        reportStale.ask(report, timeoutNanos, then);
    }

    @Override
    public void pullPromotions(PullPromotions pull, long timeoutNanos, Consumer<Answer<PullReply>> then) {
        pullPromotions.ask(pull, timeoutNanos, then);
    }

    @Override
    public void reportPromotions(ReportPromotions report, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        reportPromotions.ask(report, timeoutNanos, then);
    }

    @Override
    public void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then) {
        prefetch.ask(request, timeoutNanos, then);
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then) {
        cancelPrefetch.ask(request, timeoutNanos, then);
    }

    @Override
    public void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then) {
        lookup.ask(request, timeoutNanos, then);
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then) {
        lookupAndPrefetch.ask(request, timeoutNanos, then);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
