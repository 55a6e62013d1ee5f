package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import java.util.function.Consumer;

/// What a node asks of the master. Implemented by the master itself, by the gRPC channel to it, and by the simulated
/// network, so that a node cannot tell them apart.
///
/// Every method returns at once. `then` is called exactly once, no later than `timeoutNanos` from now, on a thread of
/// the implementation's: it must only hand over. Requests may be repeated.
public interface MasterProtocol {
    void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then);

    void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then);

    void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then);

    void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then);

    void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then);

    void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then);

    void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then);
}
