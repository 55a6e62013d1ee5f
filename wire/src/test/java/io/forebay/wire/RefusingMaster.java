package io.forebay.wire;

import io.forebay.core.answer.Answer;
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

/// A master that refuses everything, for tests to override.
class RefusingMaster implements MasterProtocol {
    private static <R> void refuse(Consumer<Answer<R>> then) {
        then.accept(new Answer.Refused<>("request", "is refused, as everything here"));
    }

    @Override
    public void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then) {
        refuse(then);
    }

    @Override
    public void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        refuse(then);
    }

    @Override
    public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        refuse(then);
    }

    @Override
    public void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        refuse(then);
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
        refuse(then);
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        refuse(then);
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        refuse(then);
    }
}
