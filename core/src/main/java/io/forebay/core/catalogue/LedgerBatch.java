package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What changed on a node, in the order in which it counts: what is gone, then proposed retirements, then
/// registrations, then leases; all of one tier. A session's batches about a tier are numbered from 1 and one is in
/// flight; the master applies each once and in order, and repeats its last reply when a batch comes again.
///
/// @param tier of all replicas that it names
/// @param number 1 for the first batch of a session
/// @param caughtUp number of the silence after which this batch was sent, with everything that is gone by then; 0:
///     of none
/// @param inventoryEnd true when the session's batches up to this one name everything that was resident when it was
///     opened; its opening is the inventory's beginning, since a new session has nothing
/// @param gone replicas that the node has no more, be they corrupt or freed without a grant: never refused
/// @param retire replicas that the node asks to forget before it frees their memory
/// @param register replicas that are now sealed and resident
/// @param leases replicas, registered now or earlier, that must stay, for ten minutes at most: covered by a barrier, or
///     known to be leased when the session was opened
/// @param promoted tasks that brought some of `register` to memory
/// @param consumed promoted blocks that were used for the first time: their leases are over
public record LedgerBatch(
        NodeId node,
        SessionId session,
        Tier tier,
        long number,
        long caughtUp,
        boolean inventoryEnd,
        List<BlockKey> gone,
        List<BlockKey> retire,
        List<BlockKey> register,
        List<RouterLease> leases,
        List<Promoted> promoted,
        List<BlockKey> consumed)
        implements Command {
    /// Ten minutes: a lease keeps memory from everybody else.
    private static final long MAX_LEASE_NANOS = 600_000_000_000L;

    public LedgerBatch {
        gone = List.copyOf(gone);
        retire = List.copyOf(retire);
        register = List.copyOf(register);
        leases = List.copyOf(leases);
        promoted = List.copyOf(promoted);
        consumed = List.copyOf(consumed);
        InvalidInput.unless(number >= 1, "number", "is " + number + "; batches are numbered from 1");
        InvalidInput.unless(caughtUp >= 0, "caught_up", "is " + caughtUp + "; silences are numbered from 1");
        atMost("keys", gone.size() + retire.size() + register.size());
        atMost("leases", leases.size());
        atMost("promoted", promoted.size());
        atMost("consumed", consumed.size());
        for (RouterLease lease : leases) {
            InvalidInput.unless(
                    lease.leftNanos() <= MAX_LEASE_NANOS,
                    "leases.left_nanos",
                    "is " + lease.leftNanos() + "; the limit is " + MAX_LEASE_NANOS);
        }
    }

    /// What promotions brought.
    Set<BlockKey> promotedKeys() {
        return promoted.stream().map(Promoted::key).collect(Collectors.toUnmodifiableSet());
    }

    private static void atMost(String field, int entries) {
        InvalidInput.unless(
                entries <= Limits.MAX_LEDGER_KEYS,
                field,
                "has " + entries + " entries; the limit is " + Limits.MAX_LEDGER_KEYS);
    }

    /// Of a node that promotes nothing.
    public LedgerBatch(
            NodeId node,
            SessionId session,
            Tier tier,
            long number,
            long caughtUp,
            boolean inventoryEnd,
            List<BlockKey> gone,
            List<BlockKey> retire,
            List<BlockKey> register,
            List<RouterLease> leases) {
        this(node, session, tier, number, caughtUp, inventoryEnd, gone, retire, register, leases, List.of(), List.of());
    }

    /// About memory.
    public LedgerBatch(
            NodeId node,
            SessionId session,
            long number,
            long caughtUp,
            boolean inventoryEnd,
            List<BlockKey> gone,
            List<BlockKey> retire,
            List<BlockKey> register,
            List<RouterLease> leases) {
        this(node, session, Tier.MEMORY, number, caughtUp, inventoryEnd, gone, retire, register, leases);
    }

    /// About memory, in a session's everyday life.
    public LedgerBatch(NodeId node, SessionId session, long number, List<BlockKey> retire, List<BlockKey> register) {
        this(node, session, Tier.MEMORY, number, 0, false, List.of(), retire, register, List.of());
    }
}
