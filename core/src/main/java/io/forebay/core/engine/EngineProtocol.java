package io.forebay.core.engine;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import java.util.List;
import java.util.function.Consumer;

/// What an engine asks of its node. Implemented by the node and by the gRPC channel to it.
///
/// Every method returns at once; `then` is called exactly once, on a thread of the implementation's. A request of an
/// instance that is not registered is refused with field `instance_id`.
public interface EngineProtocol {
    /// Registers one rank. On the wire the call is a stream whose end deregisters the rank.
    void register(Registration request, Consumer<Answer<Registered>> then);

    /// A rank's connection has ended. With the last rank the instance ends: its leases are released, its unsealed
    /// extents go to quarantine until its processes are known to be gone.
    void deregister(InstanceId instance, int rank);

    /// One [Reservation] for each hash, in order.
    void reserve(Reserve request, Consumer<Answer<List<Reservation>>> then);

    /// One [SealOutcome] for each block, in order. A block is visible once every slot of its layout is sealed.
    void seal(Seal request, Consumer<Answer<List<SealOutcome>>> then);

    /// One [SealOutcome] for each block, in order.
    void abort(Abort request, Consumer<Answer<List<SealOutcome>>> then);

    void query(Query request, Consumer<Answer<QueryReply>> then);

    /// How much of a chain could be had, without having it. No lease, no fetch, and no wait but for one question to
    /// the master.
    void prefixLength(PrefixLength request, Consumer<Answer<PrefixLengths>> then);

    /// A request will read these blocks: the master hears of it through the node, within the node's time for the
    /// master's answer, and decides. It does nothing to the node itself.
    void prefetch(EnginePrefetch request, Consumer<Answer<PrefetchReply>> then);

    /// Gives back one use of a lease.
    void release(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then);

    /// Gives a lease its full time again.
    void renew(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then);

    /// A marker: what the instance saves or finds present from now on is *since* it, for a later [AwaitHandoff]. It
    /// means something to this incarnation of the node alone, and no longer than the instance is registered.
    void marker(InstanceId instance, Consumer<Answer<Long>> then);

    void awaitHandoff(AwaitHandoff request, Consumer<Answer<HandoffReport>> then);
}
