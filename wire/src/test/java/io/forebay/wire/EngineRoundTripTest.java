package io.forebay.wire;

import static io.forebay.wire.RoundTripTest.rounds;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.engine.Abort;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.wire.proto.EngineProto;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Whatever is written is read back equal, for engines.
class EngineRoundTripTest {
    private static final long MAX_DEADLINE = 600_000_000_000L;

    @Test
    void aRegistrationComesBackEqual() {
        rounds(s -> {
            KvLayout layout = s.layout();
            Registration request = new Registration(
                    s.instance(),
                    s.random.nextInt(0, layout.ranks()),
                    s.name(1),
                    s.name(0),
                    layout,
                    s.random.nextBoolean() ? OptionalInt.of(s.random.nextInt(0, 1_024)) : OptionalInt.empty());
            assertEquals(
                    request,
                    EngineRequests.fromWire(EngineProto.RegisterRequest.parseFrom(
                            EngineRequests.toWire(request).toByteArray())));
            Registered reply = new Registered(
                    s.namespace(),
                    s.name(0),
                    s.random.nextLong(),
                    s.name(0),
                    s.random.nextBoolean() ? Optional.of(s.node()) : Optional.empty());
            assertEquals(
                    reply,
                    EngineReplies.fromWire(EngineProto.RegisterResponse.parseFrom(
                            EngineReplies.toWire(reply).toByteArray())));
        });
    }

    @Test
    void savesComeBackEqual() {
        rounds(s -> {
            Reserve reserve =
                    new Reserve(s.instance(), s.random.nextLong(), s.name(1), s.random.nextInt(0, 1000), s.hashes());
            assertEquals(
                    reserve,
                    EngineRequests.fromWire(EngineProto.ReserveRequest.parseFrom(
                            EngineRequests.toWire(reserve).toByteArray())));
            Seal seal = new Seal(s.instance(), s.random.nextInt(0, 1000), s.list(1, 20, s::reserved));
            assertEquals(
                    seal,
                    EngineRequests.fromWire(EngineProto.SealRequest.parseFrom(
                            EngineRequests.toWire(seal).toByteArray())));
            Abort abort = new Abort(s.instance(), s.random.nextInt(0, 1000), s.list(1, 20, s::reserved));
            assertEquals(
                    abort,
                    EngineRequests.fromWire(EngineProto.AbortRequest.parseFrom(
                            EngineRequests.toWire(abort).toByteArray())));
        });
    }

    @Test
    void reservationsComeBackEqual() {
        rounds(s -> {
            int perBlock = s.random.nextInt(1, 6);
            List<Reservation> reservations = s.list(1, 30, () -> reservation(s, perBlock));
            assertEquals(
                    reservations,
                    EngineReplies.reservations(
                            EngineProto.ReserveResponse.parseFrom(EngineReplies.reservationsToWire(reservations)
                                    .toByteArray()),
                            reservations.size()));
        });
    }

    private static Reservation reservation(Samples s, int perBlock) {
        return switch (s.random.nextInt(4)) {
            case 0 -> new Reservation.Present();
            case 1 -> new Reservation.InFlightElsewhere();
            case 2 -> new Reservation.NoRoom(s.any(NoRoomReason.class));
            default -> new Reservation.Granted(s.random.nextLong(), s.list(perBlock, perBlock, s::extent));
        };
    }

    @Test
    void queriesComeBackEqual() {
        rounds(s -> {
            Query query = new Query(
                    s.instance(),
                    s.random.nextLong(),
                    s.name(1),
                    s.hashes(),
                    s.random.nextLong(1_000_000, MAX_DEADLINE + 1),
                    s.random.nextLong(0, Long.MAX_VALUE),
                    s.any(QueryMode.class));
            assertEquals(
                    query,
                    EngineRequests.fromWire(EngineProto.QueryRequest.parseFrom(
                            EngineRequests.toWire(query).toByteArray())));
            List<Outcome> hits =
                    Stream.of(Outcome.values()).filter(Outcome::isHit).toList();
            List<Outcome> misses =
                    Stream.of(Outcome.values()).filter(o -> !o.isHit()).toList();
            List<StoredBlock> blocks = s.random.nextInt(4) == 0 ? List.of() : s.blocks(1, 20);
            List<Outcome> outcomes = new ArrayList<>();
            blocks.forEach(_ -> outcomes.add(hits.get(s.random.nextInt(hits.size()))));
            outcomes.addAll(s.list(0, 20, () -> misses.get(s.random.nextInt(misses.size()))));
            QueryReply ready = new QueryReply.Ready(blocks.isEmpty() ? null : s.lease(), blocks, outcomes);
            for (QueryReply reply : List.of(ready, new QueryReply.Loading())) {
                assertEquals(
                        reply,
                        EngineReplies.queryReply(
                                EngineProto.QueryResponse.parseFrom(
                                        EngineReplies.toWire(reply).toByteArray()),
                                outcomes.size()));
            }
        });
    }

    @Test
    void leasesComeBackEqual() {
        rounds(s -> {
            LeaseId lease = s.lease();
            assertEquals(lease, EngineRequests.leaseId(EngineRequests.toWire(lease)));
        });
    }

    @Test
    void everyOutcomeHasAWordOfItsOwn() {
        List<SealOutcome> seals = List.of(SealOutcome.values());
        assertEquals(
                seals, EngineReplies.outcomes(EngineReplies.sealsToWire(seals).getResultsList(), seals.size()));
        assertEquals(
                seals, EngineReplies.outcomes(EngineReplies.abortsToWire(seals).getResultsList(), seals.size()));
        List<LeaseOutcome> leases = List.of(LeaseOutcome.values());
        assertEquals(
                leases,
                leases.stream()
                        .map(one -> EngineEnums.fromWire(EngineEnums.toWire(one)))
                        .toList());
        List<Outcome> outcomes = List.of(Outcome.values());
        assertEquals(
                outcomes,
                outcomes.stream()
                        .map(one -> EngineEnums.fromWire(EngineEnums.toWire(one), one.isHit()))
                        .toList());
        assertEquals(
                EngineProto.BlockOutcome.values().length - 2,
                Arrays.stream(Outcome.values()).count());
    }
}
