package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Catalogue;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CatalogueStats;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.Journal;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.MasterShell;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReply;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// The real master, called directly, that a test can make hang: then it answers nothing, and callers time out.
final class TestMaster implements MasterProtocol {
    private final StepClock clock;
    private MasterShell shell;
    private long epoch = 1;
    boolean hangs;
    boolean hangsOnReports;

    /// What becomes of a batch on its way.
    UnaryOperator<LedgerBatch> batches = UnaryOperator.identity();

    TestMaster(StepClock clock) {
        this.clock = clock;
        this.shell = newShell();
    }

    private MasterShell newShell() {
        Catalogue catalogue = new Catalogue(CatalogueSettings.defaults(), epoch, clock.nowNanos());
        return new MasterShell(catalogue, Journal.NONE, clock::nowNanos, 10_000);
    }

    void restart() {
        epoch++;
        MasterShell old = shell;
        shell = newShell();
        old.failHeld();
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
        call(timeout, then, () -> shell.heartbeat(request, timeout, then));
    }

    @Override
    public void ledger(LedgerBatch batch, long timeout, Consumer<Answer<LedgerReply>> then) {
        call(timeout, then, () -> shell.ledger(batches.apply(batch), timeout, then));
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
