package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.peer.Hello;
import io.forebay.core.session.NodeId;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.EngineProto.ReserveResult;
import io.forebay.wire.proto.EngineProto.SealResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/// The translation of what nodes answer to engines. Pure. Decoders throw [InvalidInput] for a reply that contradicts
/// itself or has not one entry for each hash asked for.
final class EngineReplies {
    private EngineReplies() {}

    static EngineProto.RegisterResponse toWire(Registered reply) {
        return EngineProto.RegisterResponse.newBuilder()
                .setNamespace(KeyTranslation.toWire(reply.namespace()))
                .setPoolPath(reply.poolPath())
                .setPoolNonce(reply.poolNonce())
                .setLockPath(reply.lockPath())
                .setVersion(Hello.VERSION)
                .setNodeId(reply.node().map(NodeId::name).orElse(""))
                .build();
    }

    static Registered fromWire(EngineProto.RegisterResponse message) {
        ProtocolVersion.requireOffered(message.getVersion());
        return new Registered(
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                message.getPoolPath(),
                message.getPoolNonce(),
                message.getLockPath(),
                node(message.getNodeId()));
    }

    /// A name that may be absent.
    static Optional<NodeId> node(String name) {
        return name.isEmpty() ? Optional.empty() : Optional.of(new NodeId(name));
    }

    static EngineProto.ReserveResponse reservationsToWire(List<Reservation> reservations) {
        EngineProto.ReserveResponse.Builder message = EngineProto.ReserveResponse.newBuilder();
        List<List<Extent>> granted = new ArrayList<>();
        for (Reservation reservation : reservations) {
            message.addResults(
                    switch (reservation) {
                        case Reservation.Present _ -> ReserveResult.RESERVE_RESULT_PRESENT;
                        case Reservation.InFlightElsewhere _ -> ReserveResult.RESERVE_RESULT_IN_FLIGHT_ELSEWHERE;
                        case Reservation.NoRoom noRoom -> EngineEnums.toWire(noRoom.reason());
                        case Reservation.Granted(long number, List<Extent> extents) -> {
                            message.addReservations(number);
                            granted.add(extents);
                            yield ReserveResult.RESERVE_RESULT_GRANTED;
                        }
                    });
        }
        if (!granted.isEmpty()) {
            message.setExtents(ExtentRecords.toWire(granted));
        }
        return message.build();
    }

    /// @param asked how many hashes the request had
    static List<Reservation> reservations(EngineProto.ReserveResponse message, int asked) {
        requireCount("results", message.getResultsCount(), asked);
        List<List<Extent>> granted = ExtentRecords.fromWire(message.getExtents());
        InvalidInput.unless(
                granted.size() == message.getReservationsCount(),
                "reservations",
                "has " + message.getReservationsCount() + " entries for the extents of " + granted.size() + " blocks");
        Iterator<List<Extent>> extents = granted.iterator();
        Iterator<Long> numbers = message.getReservationsList().iterator();
        List<Reservation> reservations = new ArrayList<>(asked);
        for (ReserveResult result : message.getResultsList()) {
            reservations.add(reservation(result, numbers, extents));
        }
        InvalidInput.unless(!extents.hasNext(), "extents", "has more blocks than results grant");
        return reservations;
    }

    private static Reservation reservation(
            ReserveResult result, Iterator<Long> numbers, Iterator<List<Extent>> extents) {
        return switch (result) {
            case RESERVE_RESULT_PRESENT -> new Reservation.Present();
            case RESERVE_RESULT_GRANTED -> {
                InvalidInput.unless(extents.hasNext(), "extents", "has fewer blocks than results grant");
                yield new Reservation.Granted(numbers.next(), extents.next());
            }
            case RESERVE_RESULT_IN_FLIGHT_ELSEWHERE -> new Reservation.InFlightElsewhere();
            case RESERVE_RESULT_NO_ROOM_FULL, UNRECOGNIZED -> new Reservation.NoRoom(NoRoomReason.FULL);
            case RESERVE_RESULT_NO_ROOM_TOO_LARGE -> new Reservation.NoRoom(NoRoomReason.TOO_LARGE);
            case RESERVE_RESULT_NO_ROOM_QUARANTINE -> new Reservation.NoRoom(NoRoomReason.QUARANTINE);
            case RESERVE_RESULT_NO_ROOM_SHUTTING_DOWN -> new Reservation.NoRoom(NoRoomReason.SHUTTING_DOWN);
            case RESERVE_RESULT_UNSPECIFIED -> throw EngineEnums.unspecified("results");
        };
    }

    static EngineProto.SealResponse sealsToWire(List<SealOutcome> outcomes) {
        return EngineProto.SealResponse.newBuilder()
                .addAllResults(results(outcomes))
                .build();
    }

    static EngineProto.AbortResponse abortsToWire(List<SealOutcome> outcomes) {
        return EngineProto.AbortResponse.newBuilder()
                .addAllResults(results(outcomes))
                .build();
    }

    private static List<SealResult> results(List<SealOutcome> outcomes) {
        return outcomes.stream().map(EngineEnums::toWire).toList();
    }

    /// The outcomes of a seal or an abort.
    ///
    /// @param asked how many hashes the request had
    static List<SealOutcome> outcomes(List<SealResult> results, int asked) {
        requireCount("results", results.size(), asked);
        return results.stream().map(EngineEnums::fromWire).toList();
    }

    static EngineProto.QueryResponse toWire(QueryReply reply) {
        EngineProto.QueryResponse.Builder message = EngineProto.QueryResponse.newBuilder();
        return switch (reply) {
            case QueryReply.Loading _ ->
                message.setLoading(EngineProto.Loading.getDefaultInstance()).build();
            case QueryReply.Ready ready -> message.setReady(ready(ready)).build();
        };
    }

    private static EngineProto.Ready ready(QueryReply.Ready ready) {
        EngineProto.Ready.Builder message = EngineProto.Ready.newBuilder().setBlocks(SlotRuns.toWire(ready.blocks()));
        if (ready.lease() != null) {
            message.setLeaseId(EngineRequests.toWire(ready.lease()));
        }
        for (Outcome outcome : ready.outcomes()) {
            message.addOutcomes(EngineEnums.toWire(outcome));
        }
        return message.build();
    }

    /// @param asked how many hashes the query had
    static QueryReply queryReply(EngineProto.QueryResponse message, int asked) {
        return switch (message.getStateCase()) {
            case LOADING -> new QueryReply.Loading();
            case READY -> ready(message.getReady(), asked);
            case STATE_NOT_SET -> throw new InvalidInput("state", "is missing, or one that is not known here");
        };
    }

    private static QueryReply.Ready ready(EngineProto.Ready message, int asked) {
        requireCount("outcomes", message.getOutcomesCount(), asked);
        List<StoredBlock> blocks = SlotRunReader.fromWire(message.getBlocks());
        List<Outcome> outcomes = new ArrayList<>(asked);
        for (int i = 0; i < asked; i++) {
            Outcome outcome = EngineEnums.fromWire(message.getOutcomes(i), i < blocks.size());
            if (outcome.isHit() != i < blocks.size()) {
                throw new InvalidInput(
                        "outcomes", "entry " + i + " is " + outcome + " with " + blocks.size() + " blocks");
            }
            outcomes.add(outcome);
        }
        return new QueryReply.Ready(
                message.getLeaseId().isEmpty() ? null : EngineRequests.leaseId(message.getLeaseId()), blocks, outcomes);
    }

    private static void requireCount(String field, int count, int asked) {
        InvalidInput.unless(count == asked, field, "has " + count + " entries for " + asked + " hashes");
    }
}
