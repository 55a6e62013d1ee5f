package io.forebay.node;

import io.forebay.core.instance.InstanceId;
import io.forebay.core.lease.EngineLeases;
import io.forebay.core.lease.LeaseChange;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.recorder.BlockChange;
import java.util.List;
import java.util.function.LongSupplier;

/// Engine leases carried out: a lease is one hold on each of its blocks. Loop thread only.
final class Leasing {
    private final Loop loop;
    private final EngineLeases<ResidentBlock> leases;
    private final Room room;
    private final LongSupplier random;
    private final NodeCounters counters;
    private final Diary diary;

    Leasing(NodeParts parts, Room room, Diary diary) {
        this.diary = diary;
        this.loop = parts.loop();
        this.leases = new EngineLeases<>(parts.settings().leases().engineNanos());
        this.room = room;
        this.random = parts.random();
        this.counters = parts.counters();
    }

    /// Turns holds that the caller has taken into a lease.
    LeaseId grant(Instance instance, List<ResidentBlock> held) {
        LeaseId id = new LeaseId(random.getAsLong(), random.getAsLong());
        leases.grant(id, instance.id, instance.layout.ranks(), held, loop.nanoTime());
        return id;
    }

    /// Gives back one use; the blocks that are let go with the last one are in the answer.
    LeaseChange<ResidentBlock> release(LeaseId id, InstanceId instance) {
        LeaseChange<ResidentBlock> change = leases.release(id, instance);
        room.unhold(change.released());
        return change;
    }

    LeaseOutcome renew(LeaseId id, InstanceId instance) {
        LeaseChange<ResidentBlock> change = leases.renew(id, instance, loop.nanoTime());
        room.unhold(change.released());
        return change.outcome();
    }

    /// An instance has ended: its leases too.
    void end(InstanceId instance) {
        room.unhold(leases.end(instance));
    }

    void expire() {
        int before = leases.count();
        List<ResidentBlock> expired = leases.expire(loop.nanoTime());
        diary.residents(BlockChange.LEASE_EXPIRED, expired);
        room.unhold(expired);
        counters.leasesExpired.add(before - leases.count());
    }

    int count() {
        return leases.count();
    }
}
