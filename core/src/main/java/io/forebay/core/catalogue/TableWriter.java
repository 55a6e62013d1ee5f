package io.forebay.core.catalogue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import io.forebay.core.events.ReplicaEvent.GoneCause;
import io.forebay.core.events.ReplicaEvent.RemovedCause;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import java.util.List;
import java.util.Set;

/// Makes those events true that change who has what, and has the [ReplicaFeed] told why. Confined to
/// its [Catalogue].
record TableWriter(Stock stock, ReplicaFeed feed) {
    void write(Durable.BatchApplied batch) {
        Session session = stock.sessions().get(batch.session());
        ReplicaTable table = stock.table(batch.tier());
        List<BlockKey> retire = batch.retire();
        for (int i = 0; i < retire.size(); i++) {
            table.retire(session, retire.get(i), i < batch.lost() ? RemovedCause.LOST : RemovedCause.EVICTED);
        }
        boolean everyday = session.in(batch.tier()).inventoryEnded;
        StoredCause otherwise = everyday ? StoredCause.REGISTERED : StoredCause.INVENTORY;
        Set<BlockKey> promoted = batch.promoted();
        for (BlockKey key : batch.register()) {
            table.add(session, key, promoted.contains(key) ? StoredCause.PROMOTED : otherwise);
        }
        stock.sessions().batchApplied(batch);
    }

    void lease(Soft.LeasesTaken taken) {
        Session session = stock.sessions().get(taken.session());
        ReplicaTable table = stock.table(taken.tier());
        table.leases().buffers().passed(taken.session(), taken.atNanos());
        taken.leases().forEach(lease -> table.lease(session, lease.key(), taken.atNanos() + lease.leftNanos()));
    }

    void land(Soft.Landed landed) {
        Session session = stock.sessions().get(landed.session());
        long at = landed.atNanos();
        stock.memory().leases().buffers().passed(landed.session(), at);
        landed.blocks().forEach(block -> stock.memory().landed(session, block.key(), at + block.leftNanos(), at));
    }

    /// From here on the session's replicas stand no more.
    void end(Durable.SessionEnded ended) {
        feed.ownerGone(stock.sessions().get(ended.session()), cause(ended.cause()));
        stock.sessions().ended(ended.session());
    }

    private static GoneCause cause(Durable.EndCause cause) {
        return switch (cause) {
            case REPLACED -> GoneCause.REPLACED;
            case CLOSED -> GoneCause.CLOSED;
            case EXPIRED -> GoneCause.EXPIRED;
        };
    }

    /// Nothing to tell of: the end of the session has said it.
    void reclaim(Soft.Reclaimed reclaimed) {
        Session session = stock.sessions().get(reclaimed.session());
        Invariant.check(!session.open, "only an ended session is reclaimed");
        stock.table(reclaimed.tier()).reclaim(session, reclaimed.replicas());
        stock.sessions().reclaimed(session);
    }
}
