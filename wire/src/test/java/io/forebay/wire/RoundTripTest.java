package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.LedgerReply;
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
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.RegionDescriptor;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.PeerProto;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Whatever is written is read back equal, for peers and the master.
class RoundTripTest {
    @FunctionalInterface
    interface Round {
        void run(Samples samples) throws Exception;
    }

    /// Runs 100 rounds, each from its own seed, which a failure names.
    static void rounds(Round round) {
        for (long seed = 1; seed <= 100; seed++) {
            try {
                round.run(new Samples(seed));
            } catch (Exception | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void helloComesBackEqual() {
        rounds(s -> {
            Hello hello = new Hello(s.node(), s.random.nextLong(), 1, s.random.nextInt(1, 9));
            assertEquals(
                    hello,
                    PeerTranslation.fromWire(PeerProto.HelloRequest.parseFrom(
                            PeerTranslation.toWire(hello).toByteArray())));
            HelloReply reply = new HelloReply(
                    s.node(), s.random.nextLong(), Hello.VERSION, s.name(0), s.list(0, 3, () -> endpoint(s)));
            assertEquals(
                    reply,
                    PeerTranslation.fromWire(PeerProto.HelloResponse.parseFrom(
                            PeerTranslation.toWire(reply).toByteArray())));
        });
    }

    private static FabricEndpoint endpoint(Samples s) {
        return new FabricEndpoint(
                s.name(1),
                s.name(0),
                s.list(
                        0,
                        4,
                        () -> new RegionDescriptor(
                                s.random.nextInt(), s.random.nextLong(1, Long.MAX_VALUE), s.name(0))));
    }

    @Test
    void aTransferComesBackEqual() {
        rounds(s -> {
            TransferQuery query = new TransferQuery(s.node(), s.namespace(), s.hashes(), tier(s));
            assertEquals(
                    query,
                    PeerTranslation.fromWire(PeerProto.QueryBlocksRequest.parseFrom(
                            PeerTranslation.toWire(query).toByteArray())));
            boolean empty = s.random.nextInt(4) == 0;
            TransferGrant grant = new TransferGrant(
                    empty ? null : new LockId(s.random.nextLong()),
                    s.random.nextLong(0, Long.MAX_VALUE),
                    empty ? List.of() : s.blocks(1, 20),
                    s.random.nextBoolean()
                            ? null
                            : new LedgerMark(new SessionId(s.random.nextLong()), s.random.nextLong()));
            assertEquals(
                    grant,
                    PeerTranslation.grant(
                            PeerProto.QueryBlocksResponse.parseFrom(
                                    PeerTranslation.toWire(grant).toByteArray()),
                            20));
        });
    }

    @Test
    void sessionsComeBackEqual() {
        rounds(s -> {
            String address = "host-%d:%d".formatted(s.random.nextInt(1_000), s.random.nextInt(1, 65_536));
            OpenSession open = new OpenSession(
                    s.node(), s.random.nextLong(1, Long.MAX_VALUE), address, s.name(0), s.random.nextBoolean());
            assertEquals(
                    open,
                    MasterTranslation.fromWire(MasterProto.OpenSessionRequest.parseFrom(
                            MasterTranslation.toWire(open).toByteArray())));
            SessionId session = new SessionId(s.random.nextLong());
            SessionReply reply = s.random.nextBoolean()
                    ? new SessionReply.Opened(session, s.random.nextLong(), s.random.nextLong())
                    : new SessionReply.Superseded(s.random.nextLong(), s.name(0));
            assertEquals(
                    reply,
                    MasterTranslation.fromWire(MasterProto.OpenSessionResponse.parseFrom(
                            MasterTranslation.toWire(reply).toByteArray())));
            CloseSession close = new CloseSession(s.node(), session);
            assertEquals(
                    close,
                    MasterTranslation.fromWire(MasterProto.CloseSessionRequest.parseFrom(
                            MasterTranslation.toWire(close).toByteArray())));
            Heartbeat heartbeat = new Heartbeat(s.node(), session, Readings.NONE, s.random.nextBoolean());
            assertEquals(
                    heartbeat,
                    MasterTranslation.fromWire(MasterProto.HeartbeatRequest.parseFrom(
                            MasterTranslation.toWire(heartbeat).toByteArray())));
            AliveReply alive = new AliveReply(s.random.nextBoolean(), s.random.nextLong());
            AliveReply hidden = new AliveReply(
                    alive.current(),
                    alive.masterEpoch(),
                    s.random.nextLong(),
                    s.random.nextBoolean(),
                    new AliveReply.Promotes(s.random.nextBoolean(), s.random.nextBoolean()));
            assertEquals(hidden, MasterTranslation.fromWire(MasterTranslation.aliveToWire(hidden)));
            assertEquals(alive, MasterTranslation.fromWire(MasterTranslation.closedToWire(alive)));
        });
    }

    @Test
    void aLedgerBatchComesBackWithItsKeysGroupedByNamespace() {
        rounds(s -> {
            List<Namespace> namespaces = s.list(3, 3, s::namespace);
            LedgerBatch batch = new LedgerBatch(
                    s.node(),
                    new SessionId(s.random.nextLong()),
                    tier(s),
                    s.random.nextLong(1, Long.MAX_VALUE),
                    s.random.nextLong(0, Long.MAX_VALUE),
                    s.random.nextBoolean(),
                    s.list(0, 20, () -> s.key(namespaces)),
                    s.list(0, 20, () -> s.key(namespaces)),
                    s.list(0, 20, () -> s.key(namespaces)),
                    s.list(0, 20, () -> new RouterLease(s.key(namespaces), 1 + s.random.nextInt(2))));
            MasterProto.LedgerRequest message = MasterProto.LedgerRequest.parseFrom(
                    LedgerTranslation.toWire(batch, 77).toByteArray());
            LedgerBatch back = LedgerTranslation.fromWire(message);
            assertEquals(grouped(batch.gone()), back.gone());
            assertEquals(batch.leases(), back.leases());
            assertEquals(grouped(batch.retire()), back.retire());
            assertEquals(grouped(batch.register()), back.register());
            assertEquals(
                    List.of(batch.node(), batch.session(), batch.number(), batch.caughtUp(), batch.inventoryEnd()),
                    List.of(back.node(), back.session(), back.number(), back.caughtUp(), back.inventoryEnd()));
            assertEquals(77, message.getRemainingNanos());
            assertEquals(
                    batch.retire().stream().map(BlockKey::namespace).distinct().count(), message.getRetireCount());
        });
    }

    private static List<BlockKey> grouped(List<BlockKey> keys) {
        List<Namespace> order =
                keys.stream().map(BlockKey::namespace).distinct().toList();
        List<BlockKey> grouped = new ArrayList<>(keys);
        grouped.sort(Comparator.comparingInt(key -> order.indexOf(key.namespace())));
        return grouped;
    }

    @Test
    void aLedgerReplyComesBackEqual() {
        rounds(s -> {
            long number = s.random.nextLong(1, Long.MAX_VALUE);
            List<Namespace> namespaces = s.list(2, 2, s::namespace);
            List<RouterLease> refused =
                    s.list(0, 20, () -> new RouterLease(s.key(namespaces), 1 + s.random.nextInt(2)));
            for (LedgerReply reply : List.of(
                    new LedgerReply.Applied(
                            number,
                            refused,
                            s.list(0, 20, () -> s.key(namespaces.subList(0, 1))),
                            s.list(0, 20, () -> s.key(namespaces.subList(1, 2)))),
                    new LedgerReply.UnknownSession(),
                    new LedgerReply.OutOfOrder(number))) {
                MasterProto.LedgerResponse message = MasterProto.LedgerResponse.parseFrom(
                        LedgerTranslation.toWire(reply, 5).toByteArray());
                assertEquals(reply, LedgerTranslation.fromWire(message));
                assertEquals(5, message.getBatchNumber());
            }
        });
    }

    @Test
    void aReportOfStaleBlocksComesBackEqual() {
        rounds(s -> {
            ReportStale report = new ReportStale(
                    s.node(), new SessionId(s.random.nextLong()), s.namespace(), s.hashes(), s.any(StaleReason.class));
            assertEquals(
                    report,
                    StaleTranslation.fromWire(MasterProto.ReportStaleRequest.parseFrom(
                            StaleTranslation.toWire(report).toByteArray())));
            StaleReply reply = new StaleReply(s.random.nextInt(0, Integer.MAX_VALUE));
            assertEquals(
                    reply,
                    StaleTranslation.fromWire(MasterProto.ReportStaleResponse.parseFrom(
                            StaleTranslation.toWire(reply).toByteArray())));
        });
    }

    @Test
    void aPrefixQueryComesBackEqual() {
        rounds(s -> {
            PrefixQuery query = new PrefixQuery(
                    s.namespace(),
                    s.hashes(),
                    s.random.nextBoolean()
                            ? Optional.empty()
                            : Optional.of(new PrefixWatch(
                                    new SessionId(s.random.nextLong()),
                                    s.random.nextLong(1_000_000, 600_000_000_001L))));
            assertEquals(
                    query,
                    MasterTranslation.fromWire(MasterProto.QueryPrefixRequest.parseFrom(
                            MasterTranslation.toWire(query).toByteArray())));
            PrefixReply reply = new PrefixReply(
                    s.random.nextLong(),
                    s.random.nextBoolean(),
                    s.list(
                            0,
                            5,
                            () -> new OwnerRun(
                                    s.node(),
                                    s.random.nextLong(),
                                    new SessionId(s.random.nextLong()),
                                    s.name(0),
                                    s.random.nextInt(0, 10),
                                    s.random.nextInt(1, 11),
                                    s.random.nextLong(),
                                    tier(s))),
                    s.random.nextBoolean());
            assertEquals(
                    reply,
                    MasterTranslation.prefixReply(
                            MasterProto.QueryPrefixResponse.parseFrom(
                                    MasterTranslation.toWire(reply).toByteArray()),
                            20));
        });
    }

    private static Tier tier(Samples s) {
        return s.random.nextBoolean() ? Tier.MEMORY : Tier.LOCAL_DISK;
    }
}
