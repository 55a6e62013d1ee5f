package io.forebay.core.recorder;

import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.Command;
import io.forebay.core.catalogue.Decision;
import io.forebay.core.catalogue.DecisionWatcher;
import io.forebay.core.catalogue.Durable;
import io.forebay.core.catalogue.Event;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.catalogue.Soft;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Tells a [Recorder] what the master concludes: which node registered which blocks, which of its proposals were
/// granted or refused and what it lost unasked, and what became of its session. Its writer is the catalogue's.
///
/// It knows the names of the sessions that it saw open, and of no others: one that was opened before is called by its
/// number.
public final class CatalogueRecorder implements DecisionWatcher {
    private final Recorder recorder;
    private final Map<SessionId, String> nodes = new HashMap<>();
    private final PromotionRecorder promotions = new PromotionRecorder(this::node);

    public CatalogueRecorder(Recorder recorder) {
        this.recorder = recorder;
    }

    private static SessionChange change(boolean draining) {
        return draining ? SessionChange.DRAINED : SessionChange.UNDRAINED;
    }

    @Override
    public void decided(Command command, Decision decision, long nowNanos) {
        for (Event event : decision.events()) {
            switch (event) {
                case Durable.SessionOpened opened -> {
                    nodes.put(opened.session(), opened.node().name());
                    session(nowNanos, opened.session(), SessionChange.OPENED, "boot " + opened.boot());
                }
                case Durable.SessionEnded ended -> {
                    session(nowNanos, ended.session(), change(ended.cause()), "session " + number(ended.session()));
                    nodes.remove(ended.session());
                }
                case Soft.NodeHidden hidden ->
                    session(nowNanos, hidden.session(), SessionChange.HIDDEN, "silence " + hidden.silence());
                case Soft.NodeCaughtUp caughtUp -> session(nowNanos, caughtUp.session(), SessionChange.CAUGHT_UP, "");
                case Durable.BatchApplied applied -> {
                    if (command instanceof LedgerBatch batch) {
                        batch(nowNanos, batch, applied);
                    }
                }
                case Soft.NodeSeen seen -> {}
                case Soft.ReadingsTold told -> {}
                case Soft.DrainTold told -> session(nowNanos, told.session(), change(told.draining()), "");
                case Soft.LeasesEnded ended -> {}
                case Soft.Promotion promotion -> promotions.take(promotion.event());
                case Soft.LeasesTaken taken -> leased(nowNanos, taken.session(), taken.leases());
                case Soft.Landed landed -> leased(nowNanos, landed.session(), landed.blocks());
                case Soft.Suspected suspected ->
                    blocks(nowNanos, BlockChange.CATALOGUE_SUSPECTED, node(suspected.session()), suspected.keys());
                case Soft.LeasesSwept swept -> {}
                case Soft.Reclaimed reclaimed -> {}
            }
        }
        promotions.flush((change, node, keys) -> blocks(nowNanos, change, node, keys));
    }

    private static SessionChange change(Durable.EndCause cause) {
        return switch (cause) {
            case REPLACED -> SessionChange.REPLACED;
            case CLOSED -> SessionChange.CLOSED;
            case EXPIRED -> SessionChange.EXPIRED;
        };
    }

    private void batch(long nowNanos, LedgerBatch batch, Durable.BatchApplied applied) {
        String node = node(batch.session()) + (batch.tier() == Tier.LOCAL_DISK ? " (SSD)" : "");
        List<BlockKey> refused =
                applied.reply().refused().stream().map(RouterLease::key).toList();
        Set<BlockKey> kept = new HashSet<>(refused);
        List<BlockKey> granted =
                batch.retire().stream().filter(key -> !kept.contains(key)).toList();
        blocks(nowNanos, BlockChange.CATALOGUE_GONE, node, batch.gone());
        blocks(nowNanos, BlockChange.CATALOGUE_GRANTED, node, granted);
        blocks(nowNanos, BlockChange.CATALOGUE_REFUSED, node, refused);
        blocks(nowNanos, BlockChange.CATALOGUE_ADDED, node, batch.register());
    }

    private void blocks(long nowNanos, BlockChange change, String node, List<BlockKey> keys) {
        for (Keys group : Keys.grouped(keys)) {
            recorder.record(new Happening.Blocks(nowNanos, change, node, group));
        }
    }

    private void leased(long nowNanos, SessionId session, List<RouterLease> leases) {
        List<BlockKey> keys = leases.stream()
                .filter(lease -> lease.leftNanos() > 0)
                .map(RouterLease::key)
                .toList();
        blocks(nowNanos, BlockChange.CATALOGUE_LEASED, node(session), keys);
    }

    private void session(long nowNanos, SessionId session, SessionChange change, String detail) {
        recorder.record(new Happening.Session(nowNanos, node(session), change, detail));
    }

    private String node(SessionId session) {
        return nodes.getOrDefault(session, "session " + number(session));
    }

    private static String number(SessionId session) {
        return String.valueOf(session.number());
    }
}
