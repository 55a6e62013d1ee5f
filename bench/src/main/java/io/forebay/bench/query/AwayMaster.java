package io.forebay.bench.query;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReply;
import java.util.function.Consumer;

/// A master that never answers: a node serves what it has without one, and its talk with one would disturb the
/// measurement.
final class AwayMaster implements MasterProtocol {
    private static <T> void fail(Consumer<Answer<T>> then) {
        then.accept(Answer.failed(Remedy.RETRY, "this node runs alone"));
    }

    @Override
    public void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then) {
        fail(then);
    }

    @Override
    public void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        fail(then);
    }

    @Override
    public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        fail(then);
    }

    @Override
    public void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        fail(then);
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
        fail(then);
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        fail(then);
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        fail(then);
    }
}
