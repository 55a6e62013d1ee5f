package io.forebay.wire;

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
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.wire.proto.MasterServiceGrpc;
import java.util.function.Consumer;

/// A node's channel to the master: heartbeats on one connection, queries that watch on a second, promotions on
/// a third, everything else on a fourth, so that no batch delays a heartbeat and no number of held queries
/// delays a batch or a pull. Each connects when first asked, and again by itself whenever it is asked after a
/// loss; it never waits beyond a request's time-out and fails sooner when nobody listens. Failures that the
/// master does not explain carry [Remedy#RETRY]; a master that knows no promotions refuses what is asked about
/// them ([NotServed]).
///
/// Safe from any thread. Answers come on a thread of the channel's, which must not be held up, and must not
/// close it.
public final class MasterChannel implements MasterProtocol, PromotionProtocol, AutoCloseable {
    private final Connection pulse;
    private final Connection watching;
    private final Connection promotions;
    private final Connection work;
    private final LedgerStream ledger;
    private final long slackNanos;

    private MasterChannel(String address, ChannelSettings settings) {
        pulse = new Connection(address, settings, Remedy.RETRY);
        watching = new Connection(address, settings, Remedy.RETRY);
        promotions = new Connection(address, settings, Remedy.RETRY, NotServed.PREFETCHING);
        work = new Connection(address, settings, Remedy.RETRY);
        ledger = new LedgerStream(work);
        slackNanos = settings.slackNanos();
    }

    /// A channel to `host:port`. Refuses an address that is not one; does not connect yet.
    public static MasterChannel connect(String address, ChannelSettings settings) {
        return new MasterChannel(address, settings);
    }

    @Override
    public void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then) {
        work.call(
                MasterServiceGrpc.getOpenSessionMethod(),
                MasterTranslation.toWire(request),
                timeoutNanos,
                MasterTranslation::fromWire,
                then);
    }

    @Override
    public void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        work.call(
                MasterServiceGrpc.getCloseSessionMethod(),
                MasterTranslation.toWire(request),
                timeoutNanos,
                MasterTranslation::fromWire,
                then);
    }

    @Override
    public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        pulse.call(
                MasterServiceGrpc.getHeartbeatMethod(),
                MasterTranslation.toWire(request),
                timeoutNanos,
                MasterTranslation::fromWire,
                then);
    }

    /// Sends one batch on the ledger stream. One is in flight: a second fails at once. After a time-out or an
    /// error the stream is dropped and the next batch opens another, so no late reply is ever taken for a later
    /// one.
    @Override
    public void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        ledger.send(batch, timeoutNanos, then);
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
        Connection way = query.watch().isPresent() ? watching : work;
        way.call(
                MasterServiceGrpc.getQueryPrefixMethod(),
                MasterTranslation.toWire(query),
                timeoutNanos,
                reply -> MasterTranslation.prefixReply(reply, query.hashes().size()),
                then);
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        work.call(
                MasterServiceGrpc.getListNamespacesMethod(),
                MasterTranslation.toWire(query),
                timeoutNanos,
                MasterTranslation::fromWire,
                then);
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        work.call(
                MasterServiceGrpc.getReportStaleMethod(),
                StaleTranslation.toWire(report),
                timeoutNanos,
                StaleTranslation::fromWire,
                then);
    }

    /// The master holds the answer back for the pull's wait, or less: it is on its way by the settings'
    /// `slackNanos` before the time-out, so that no task is handed out to a call that is over.
    @Override
    public void pullPromotions(PullPromotions pull, long timeoutNanos, Consumer<Answer<PullReply>> then) {
        long waitNanos = Math.min(pull.waitNanos(), Math.max(0, timeoutNanos - slackNanos));
        promotions.call(
                MasterServiceGrpc.getPullPromotionsMethod(),
                PromotionTranslation.toWire(pull, waitNanos),
                timeoutNanos,
                reply -> PromotionTranslation.pullReply(reply, pull.credit()),
                then);
    }

    @Override
    public void reportPromotions(ReportPromotions report, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        promotions.call(
                MasterServiceGrpc.getReportPromotionsMethod(),
                PromotionTranslation.toWire(report),
                timeoutNanos,
                PromotionTranslation::fromWire,
                then);
    }

    /// Fails what is in flight and everything later. Takes at most four times the settings'
    /// `closeNanos`.
    @Override
    public void close() {
        ledger.close();
        pulse.close();
        watching.close();
        promotions.close();
        work.close();
    }
}
