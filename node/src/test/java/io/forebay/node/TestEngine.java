package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.memory.Pool;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// One engine rank in a test. Its blocks are one granule a slot, filled with a byte that follows from the hash.
final class TestEngine {
    /// 2 layers, 1 rank, one granule (4 KiB) a slot: 8 KiB a block.
    static final Layout LAYOUT = new KvLayout(2, 1, 2_048, 1);

    final TestCluster cluster;
    final Node node;
    final Pool pool;
    final InstanceId id;
    final int rank;
    final Registered registered;

    TestEngine(TestCluster cluster, Node node, Pool pool, String name) {
        this(cluster, node, pool, name, new Rank(0, LAYOUT));
    }

    /// Which part of an instance, and how its blocks lie.
    record Rank(int number, Layout layout, OptionalInt numaNode) {
        Rank(int number, Layout layout) {
            this(number, layout, OptionalInt.empty());
        }

        static Rank on(int numaNode) {
            return new Rank(0, LAYOUT, OptionalInt.of(numaNode));
        }
    }

    TestEngine(TestCluster cluster, Node node, Pool pool, String name, Rank of) {
        this.cluster = cluster;
        this.node = node;
        this.pool = pool;
        this.id = new InstanceId(name);
        this.rank = of.number();
        Registration registration = new Registration(id, rank, "m", "", of.layout(), of.numaNode());
        this.registered = cluster.ok(then -> node.register(registration, then));
    }

    List<Reservation> reserve(String request, List<BlockHash> hashes) {
        return cluster.ok(then -> node.reserve(new Reserve(id, registered.poolNonce(), request, rank, hashes), then));
    }

    List<SealOutcome> seal(List<ReservedBlock> blocks) {
        return cluster.ok(then -> node.seal(new Seal(id, rank, blocks), then));
    }

    void write(BlockHash hash, List<Extent> extents) {
        extents.forEach(extent -> pool.slice(extent).fill(byteOf(hash)));
    }

    /// Reserves and writes; every block must get room.
    ///
    /// @return what to seal
    List<ReservedBlock> write(String request, List<BlockHash> hashes) {
        List<Reservation> reservations = reserve(request, hashes);
        List<ReservedBlock> written = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            if (!(reservations.get(i) instanceof Reservation.Granted granted)) {
                throw new AssertionError("no room for block " + i + ": " + reservations.get(i));
            }
            write(hashes.get(i), granted.extents());
            written.add(new ReservedBlock(hashes.get(i), granted.number()));
        }
        return written;
    }

    void save(String request, List<BlockHash> hashes) {
        seal(write(request, hashes));
    }

    QueryReply.Ready query(String request, List<BlockHash> hashes) {
        QueryReply reply = cluster.ok(then -> node.query(
                new Query(id, registered.poolNonce(), request, hashes, TestCluster.SECOND / 2, TestCluster.SECOND / 2),
                then));
        if (reply instanceof QueryReply.Ready ready) {
            return ready;
        }
        throw new AssertionError("still loading: " + reply);
    }

    void release(QueryReply.Ready ready) {
        LeaseId lease = ready.lease();
        if (lease != null) {
            cluster.<LeaseOutcome>ok(then -> node.release(id, lease, then));
        }
    }

    HandoffReport handoff(String request) {
        return cluster.ok(then -> node.awaitHandoff(
                new AwaitHandoff(id, request, HandoffLevel.REGISTERED, TestCluster.SECOND / 2), then));
    }

    /// True if every byte of the block is its own, and its generations are the leased ones.
    boolean reads(BlockHash hash, StoredBlock block) {
        for (Slot slot : block.slots()) {
            if (pool.acquire(slot.extent().offsetBytes()) != slot.extent().generation()
                    || pool.slice(slot.extent()).get(ValueLayout.JAVA_BYTE, 17) != byteOf(hash)) {
                return false;
            }
        }
        return true;
    }

    static byte byteOf(BlockHash hash) {
        return (byte) (hash.hashCode() >>> 7);
    }
}
