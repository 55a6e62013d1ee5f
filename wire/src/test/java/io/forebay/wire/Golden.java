package io.forebay.wire;

import com.google.protobuf.MessageLite;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PrefixWatch;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
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
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.Outcomes;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.handoff.KvBlocks;
import io.forebay.core.handoff.KvReady;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.RegionDescriptor;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.EngineProto.LeaseResult;
import io.forebay.wire.proto.PeerProto;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/// One message of each kind, from fixed records: what version 1 of the wire format looks like. The key is the
/// message's name, with a variant behind a dot.
final class Golden {
    private static final long SECOND = 1_000_000_000L;
    private static final InstanceId INSTANCE = new InstanceId("vllm-0");
    private static final NodeId NODE = new NodeId("node-a");
    private static final SessionId SESSION = new SessionId(300);
    private static final LeaseId LEASE = new LeaseId(0x0102030405060708L, 0x090a0b0c0d0e0f10L);
    private static final Namespace NAMESPACE =
            new Namespace("llama-3-70b/fp8", "acme", "00112233445566778899aabbccddeeff");
    private static final List<BlockHash> HASHES =
            List.of(BlockHash.of(new byte[] {1, 2, 3, 4}), BlockHash.of(new byte[] {5, 6, 7, 8}));
    private static final long NONCE = 0x0102_0304_0506_0708L;
    private static final long RESERVATION = 9;
    private static final List<ReservedBlock> RESERVED =
            HASHES.stream().map(hash -> new ReservedBlock(hash, RESERVATION)).toList();
    private static final Extent EXTENT = new Extent(4096, 65_536, 7);
    private static final StoredBlock BLOCK =
            new StoredBlock(List.of(new Slot(0, EXTENT, 0xdeadbeef), new Slot(1, new Extent(1L << 33, 65_536, -1), 5)));

    private Golden() {}

    static Map<String, MessageLite> messages() {
        Map<String, MessageLite> all = new TreeMap<>();
        engine(all);
        engineQueries(all);
        handoffs(all);
        signals(all);
        watches(all);
        peer(all);
        master(all);
        ledger(all);
        stale(all);
        onDisk(all);
        all.putAll(GoldenPrefetch.messages());
        all.putAll(GoldenEvents.messages());
        return all;
    }

    private static void engine(Map<String, MessageLite> all) {
        all.put(
                "RegisterRequest",
                EngineRequests.toWire(
                        new Registration(INSTANCE, 1, "llama-3-70b/fp8", "acme", new KvLayout(80, 8, 32_768, 4_096))));
        all.put(
                "RegisterRequest.numa",
                EngineRequests.toWire(new Registration(
                        INSTANCE, 0, "llama-3-70b/fp8", "", new KvLayout(2, 1, 64, 64), OptionalInt.of(1))));
        all.put(
                "RegisterResponse",
                EngineReplies.toWire(new Registered(NAMESPACE, "/dev/shm/fb/pool.3", -2, "/dev/shm/fb/vllm-0.lock")));
        all.put("ReserveRequest", EngineRequests.toWire(new Reserve(INSTANCE, NONCE, "req-1", 1, HASHES)));
        all.put(
                "ReserveResponse",
                EngineReplies.reservationsToWire(List.of(
                        new Reservation.Present(),
                        new Reservation.Granted(RESERVATION, List.of(EXTENT)),
                        new Reservation.InFlightElsewhere(),
                        new Reservation.NoRoom(NoRoomReason.FULL),
                        new Reservation.NoRoom(NoRoomReason.TOO_LARGE),
                        new Reservation.NoRoom(NoRoomReason.QUARANTINE),
                        new Reservation.NoRoom(NoRoomReason.SHUTTING_DOWN))));
        all.put("SealRequest", EngineRequests.toWire(new Seal(INSTANCE, 1, RESERVED)));
        all.put("SealResponse", EngineReplies.sealsToWire(List.of(SealOutcome.values())));
        all.put("AbortRequest", EngineRequests.toWire(new Abort(INSTANCE, 1, RESERVED)));
        all.put("AbortResponse", EngineReplies.abortsToWire(List.of(SealOutcome.values())));
    }

    private static void engineQueries(Map<String, MessageLite> all) {
        all.put("QueryRequest", EngineRequests.toWire(new Query(INSTANCE, NONCE, "req-1", HASHES, 2 * SECOND, SECOND)));
        all.put("QueryResponse.loading", EngineReplies.toWire(new QueryReply.Loading()));
        all.put("QueryResponse.hit", EngineReplies.toWire(new QueryReply.Ready(LEASE, List.of(BLOCK), outcomes())));
        all.put(
                "ReleaseRequest",
                EngineProto.ReleaseRequest.newBuilder()
                        .setInstanceId("vllm-0")
                        .setLeaseId(EngineRequests.toWire(LEASE))
                        .build());
        all.put(
                "ReleaseResponse",
                EngineProto.ReleaseResponse.newBuilder()
                        .setResult(LeaseResult.LEASE_RESULT_UNKNOWN)
                        .build());
        all.put(
                "RenewRequest",
                EngineProto.RenewRequest.newBuilder()
                        .setInstanceId("vllm-0")
                        .setLeaseId(EngineRequests.toWire(LEASE))
                        .build());
        all.put(
                "RenewResponse",
                EngineProto.RenewResponse.newBuilder()
                        .setResult(LeaseResult.LEASE_RESULT_OTHER_INSTANCE)
                        .build());
    }

    private static void handoffs(Map<String, MessageLite> all) {
        all.put(
                "AwaitHandoffRequest",
                HandoffTranslation.toWire(new AwaitHandoff(INSTANCE, "req-1", HandoffLevel.REGISTERED, SECOND)));
        all.put("AwaitHandoffRequest.blocks", barrier(new HandoffScope.OfKeys(HASHES)));
        all.put("AwaitHandoffRequest.since", barrier(new HandoffScope.Since(1L << 61)));
        all.put("AwaitHandoffResponse", HandoffTranslation.toWire(new HandoffReport(5, 2, 1_234_567)));
        all.put(
                "AwaitHandoffResponse.states",
                HandoffTranslation.toWire(new HandoffReport(5, 2, 3, 4, 6, 1, 1_234_567)));
        all.put(
                "AwaitHandoffResponse.keys",
                HandoffTranslation.toWire(new HandoffReport(
                        1,
                        1,
                        0,
                        0,
                        0,
                        1,
                        1_234_567,
                        true,
                        Map.of(
                                HandoffState.REGISTERED,
                                HASHES.subList(0, 1),
                                HandoffState.PENDING,
                                HASHES.subList(1, 2)))));
        all.put(
                "MarkRequest",
                EngineProto.MarkRequest.newBuilder().setInstanceId("vllm-0").build());
        all.put(
                "MarkResponse",
                EngineProto.MarkResponse.newBuilder().setMarker(1L << 61).build());
    }

    private static void signals(Map<String, MessageLite> all) {
        HandoffReport report = new HandoffReport(1, 1, 1_234_567);
        KvBlocks listed = new KvBlocks.Listed(HASHES);
        all.put("KvReady", KvReadyBytes.message(new KvReady("req-1", NAMESPACE, listed, report, Optional.of(NODE))));
        all.put(
                "KvReady.ends",
                KvReadyBytes.message(new KvReady("req-1", NAMESPACE, listed.ends(), report, Optional.empty())));
        all.put(
                "RegisterResponse.node",
                EngineReplies.toWire(new Registered(
                        NAMESPACE, "/dev/shm/fb/pool.3", -2, "/dev/shm/fb/vllm-0.lock", Optional.of(NODE))));
    }

    private static void watches(Map<String, MessageLite> all) {
        all.put("PrefixLengthRequest", LengthTranslation.toWire(new PrefixLength(INSTANCE, HASHES, SECOND)));
        all.put("PrefixLengthResponse", LengthTranslation.toWire(new PrefixLengths(1, 2, true)));
        all.put(
                "QueryRequest.full",
                EngineRequests.toWire(
                        new Query(INSTANCE, NONCE, "req-1", HASHES, 2 * SECOND, SECOND, QueryMode.FULL_PREFIX)));
        all.put(
                "QueryResponse.incomplete",
                EngineReplies.toWire(
                        new QueryReply.Ready(null, List.of(), Outcomes.ofNothing(1, 3, Outcome.MISS_NO_OWNER))));
        all.put(
                "QueryPrefixRequest.watch",
                MasterTranslation.toWire(
                        new PrefixQuery(NAMESPACE, HASHES, Optional.of(new PrefixWatch(SESSION, SECOND)))));
        all.put(
                "QueryPrefixResponse.full",
                MasterTranslation.toWire(new PrefixReply(
                        1_234_567, false, List.of(new OwnerRun(NODE, 3, SESSION, "10.0.0.1:6000", 0, 2, 6)), true)));
    }

    private static MessageLite barrier(HandoffScope scope) {
        return HandoffTranslation.toWire(new AwaitHandoff(INSTANCE, scope, HandoffLevel.REGISTERED, SECOND, true));
    }

    private static List<Outcome> outcomes() {
        return List.of(
                Outcome.PEER,
                Outcome.MISS_NO_OWNER,
                Outcome.MISS_STALE_OWNER,
                Outcome.MISS_TRANSFER_ERROR,
                Outcome.MISS_CORRUPT,
                Outcome.MISS_LOCAL_PRESSURE,
                Outcome.MISS_MASTER_UNAVAILABLE,
                Outcome.MISS_DEADLINE,
                Outcome.MISS_SUPPRESSED,
                Outcome.MISS_WARMING,
                Outcome.MISS_LAYOUT,
                Outcome.NOT_ATTEMPTED);
    }

    private static void peer(Map<String, MessageLite> all) {
        all.put("HelloRequest", PeerTranslation.toWire(new Hello(NODE, 3, 1, 2)));
        all.put(
                "HelloResponse",
                PeerTranslation.toWire(new HelloReply(
                        NODE,
                        3,
                        1,
                        "host-1:/dev/shm/fb",
                        List.of(new FabricEndpoint(
                                "tcp", "10.0.0.1:7000", List.of(new RegionDescriptor(1, 1L << 30, "k")))))));
        all.put("QueryBlocksRequest", PeerTranslation.toWire(new TransferQuery(NODE, NAMESPACE, HASHES)));
        all.put(
                "QueryBlocksResponse",
                PeerTranslation.toWire(new TransferGrant(new LockId(9), 120 * SECOND, List.of(BLOCK, BLOCK))));
        all.put(
                "QueryBlocksResponse.none",
                PeerTranslation.toWire(new TransferGrant(null, 0, List.of(), new LedgerMark(SESSION, 7))));
        all.put(
                "ReleaseLockRequest",
                PeerProto.ReleaseLockRequest.newBuilder().setLockId(9).build());
        all.put(
                "ReleaseLockResponse",
                PeerProto.ReleaseLockResponse.newBuilder().setHeld(true).build());
    }

    /// Of a master that says nothing of promotions.
    private static MessageLite aliveToWire(AliveReply reply) {
        return MasterTranslation.aliveToWire(new AliveReply(
                reply.current(), reply.masterEpoch(), reply.hiddenBy(), reply.suspected(), AliveReply.Promotes.UNSAID));
    }

    private static void master(Map<String, MessageLite> all) {
        all.put(
                "OpenSessionRequest",
                MasterTranslation.toWire(new OpenSession(NODE, 3, "10.0.0.1:6000", "10.0.0.1:6002")));
        all.put("OpenSessionResponse.opened", MasterTranslation.toWire(new SessionReply.Opened(SESSION, 1_234_567, 4)));
        all.put("OpenSessionResponse.superseded", MasterTranslation.toWire(new SessionReply.Superseded(5, "")));
        all.put(
                "OpenSessionResponse.supersededBy",
                MasterTranslation.toWire(new SessionReply.Superseded(5, "10.0.0.2:6000")));
        all.put("CloseSessionRequest", MasterTranslation.toWire(new CloseSession(NODE, SESSION)));
        all.put("CloseSessionResponse", MasterTranslation.closedToWire(new AliveReply(true, 1_234_567)));
        all.put("HeartbeatRequest", MasterTranslation.toWire(new Heartbeat(NODE, SESSION)));
        all.put("HeartbeatResponse", aliveToWire(new AliveReply(true, 1_234_567)));
        all.put("HeartbeatResponse.hidden", aliveToWire(new AliveReply(true, 1_234_567, 2)));
        all.put("HeartbeatResponse.suspected", aliveToWire(new AliveReply(true, 1_234_567, 0, true)));
        all.put("QueryPrefixRequest", MasterTranslation.toWire(new PrefixQuery(NAMESPACE, HASHES)));
        all.put(
                "QueryPrefixResponse",
                MasterTranslation.toWire(new PrefixReply(
                        1_234_567, false, List.of(new OwnerRun(NODE, 3, SESSION, "10.0.0.1:6000", 1, 1, 6)))));
        all.put("ListNamespacesRequest", MasterTranslation.toWire(new ListNamespaces("llama-3-70b/fp8")));
        all.put("ListNamespacesResponse", MasterTranslation.toWire(new NamespacesReply(1_234_567, List.of(NAMESPACE))));
        all.put("QueryPrefixResponse.warming", MasterTranslation.toWire(new PrefixReply(1_234_567, true, List.of())));
    }

    private static void stale(Map<String, MessageLite> all) {
        all.put(
                "ReportStaleRequest",
                StaleTranslation.toWire(new ReportStale(NODE, SESSION, NAMESPACE, HASHES, StaleReason.CORRUPT)));
        all.put(
                "ReportStaleRequest.absent",
                StaleTranslation.toWire(new ReportStale(NODE, SESSION, NAMESPACE, HASHES, StaleReason.ABSENT)));
        List<BlockKey> keys =
                HASHES.stream().map(hash -> new BlockKey(NAMESPACE, hash)).toList();
        all.put(
                "LedgerResponse.suspects",
                LedgerTranslation.toWire(new LedgerReply.Applied(5, List.of(), List.of(), keys), 5));
        all.put("ReportStaleResponse", StaleTranslation.toWire(new StaleReply(2)));
    }

    private static void ledger(Map<String, MessageLite> all) {
        List<BlockKey> keys =
                HASHES.stream().map(hash -> new BlockKey(NAMESPACE, hash)).toList();
        all.put(
                "LedgerRequest",
                LedgerTranslation.toWire(new LedgerBatch(NODE, SESSION, 5, keys.subList(0, 1), keys), 2 * SECOND));
        all.put(
                "LedgerRequest.inventoryEnd",
                LedgerTranslation.toWire(
                        new LedgerBatch(
                                NODE, SESSION, 5, 2, true, keys.subList(1, 2), keys.subList(0, 1), keys, List.of()),
                        2 * SECOND));
        all.put(
                "LedgerRequest.leases",
                LedgerTranslation.toWire(
                        new LedgerBatch(
                                NODE,
                                SESSION,
                                5,
                                0,
                                false,
                                List.of(),
                                List.of(),
                                List.of(),
                                List.of(new RouterLease(keys.getFirst(), 30 * SECOND))),
                        2 * SECOND));
        all.put(
                "LedgerResponse.refused",
                LedgerTranslation.toWire(
                        new LedgerReply.Applied(
                                5,
                                keys.stream()
                                        .map(key -> new RouterLease(key, SECOND))
                                        .toList()),
                        5));
        all.put("LedgerResponse.spare", LedgerTranslation.toWire(new LedgerReply.Applied(5, List.of(), keys), 5));
        all.put("LedgerResponse.applied", LedgerTranslation.toWire(new LedgerReply.Applied(5), 5));
        all.put("LedgerResponse.unknownSession", LedgerTranslation.toWire(new LedgerReply.UnknownSession(), 5));
        all.put("LedgerResponse.outOfOrder", LedgerTranslation.toWire(new LedgerReply.OutOfOrder(4), 5));
    }

    private static void onDisk(Map<String, MessageLite> all) {
        all.put(
                "QueryPrefixResponse.on_disk",
                MasterTranslation.toWire(new PrefixReply(
                        1_234_567,
                        false,
                        List.of(new OwnerRun(NODE, 3, SESSION, "10.0.0.1:6000", 0, 2, 6, Tier.LOCAL_DISK)))));
        all.put(
                "OpenSessionRequest.local_disk",
                MasterTranslation.toWire(new OpenSession(NODE, 3, "10.0.0.1:6000", "10.0.0.1:6002", true)));
        all.put(
                "QueryBlocksRequest.on_disk",
                PeerTranslation.toWire(new TransferQuery(NODE, NAMESPACE, HASHES, Tier.LOCAL_DISK)));
        all.put(
                "LedgerRequest.on_disk",
                LedgerTranslation.toWire(
                        new LedgerBatch(
                                NODE,
                                SESSION,
                                Tier.LOCAL_DISK,
                                5,
                                0,
                                true,
                                List.of(),
                                List.of(),
                                List.of(new BlockKey(NAMESPACE, HASHES.getFirst())),
                                List.of()),
                        1_000));
    }
}
