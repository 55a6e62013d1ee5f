package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.wire.proto.EngineProto.BlockOutcome;
import io.forebay.wire.proto.EngineProto.LeaseResult;
import io.forebay.wire.proto.EngineProto.ReserveResult;
import io.forebay.wire.proto.EngineProto.SealResult;

/// The translation of the engine conversation's closed sets. Pure.
///
/// A value that a later node says and this build does not know means the least that it can mean to the engine: no
/// room, not reserved, lease unknown, local pressure (architecture, decision 15). Zero is never sent and is refused.
final class EngineEnums {
    private EngineEnums() {}

    static SealResult toWire(SealOutcome outcome) {
        return switch (outcome) {
            case DONE -> SealResult.SEAL_RESULT_DONE;
            case ALREADY_SEALED -> SealResult.SEAL_RESULT_ALREADY_SEALED;
            case NOT_RESERVED -> SealResult.SEAL_RESULT_NOT_RESERVED;
            case OTHER_INSTANCE -> SealResult.SEAL_RESULT_OTHER_INSTANCE;
        };
    }

    static SealOutcome fromWire(SealResult result) {
        return switch (result) {
            case SEAL_RESULT_DONE -> SealOutcome.DONE;
            case SEAL_RESULT_ALREADY_SEALED -> SealOutcome.ALREADY_SEALED;
            case SEAL_RESULT_NOT_RESERVED, UNRECOGNIZED -> SealOutcome.NOT_RESERVED;
            case SEAL_RESULT_OTHER_INSTANCE -> SealOutcome.OTHER_INSTANCE;
            case SEAL_RESULT_UNSPECIFIED -> throw unspecified("results");
        };
    }

    static LeaseResult toWire(LeaseOutcome outcome) {
        return switch (outcome) {
            case DONE -> LeaseResult.LEASE_RESULT_DONE;
            case UNKNOWN -> LeaseResult.LEASE_RESULT_UNKNOWN;
            case OTHER_INSTANCE -> LeaseResult.LEASE_RESULT_OTHER_INSTANCE;
        };
    }

    static LeaseOutcome fromWire(LeaseResult result) {
        return switch (result) {
            case LEASE_RESULT_DONE -> LeaseOutcome.DONE;
            case LEASE_RESULT_UNKNOWN, UNRECOGNIZED -> LeaseOutcome.UNKNOWN;
            case LEASE_RESULT_OTHER_INSTANCE -> LeaseOutcome.OTHER_INSTANCE;
            case LEASE_RESULT_UNSPECIFIED -> throw unspecified("result");
        };
    }

    static ReserveResult toWire(NoRoomReason reason) {
        return switch (reason) {
            case FULL -> ReserveResult.RESERVE_RESULT_NO_ROOM_FULL;
            case TOO_LARGE -> ReserveResult.RESERVE_RESULT_NO_ROOM_TOO_LARGE;
            case QUARANTINE -> ReserveResult.RESERVE_RESULT_NO_ROOM_QUARANTINE;
            case SHUTTING_DOWN -> ReserveResult.RESERVE_RESULT_NO_ROOM_SHUTTING_DOWN;
        };
    }

    /// The level asked for. An unknown one is refused: to wait for less than was asked would be a lie.
    static HandoffLevel fromWire(io.forebay.wire.proto.EngineProto.HandoffLevel level, int number) {
        return switch (level) {
            case HANDOFF_LEVEL_REGISTERED -> HandoffLevel.REGISTERED;
            case HANDOFF_LEVEL_ON_SSD -> HandoffLevel.ON_SSD;
            case HANDOFF_LEVEL_UNSPECIFIED -> throw unspecified("level");
            case UNRECOGNIZED -> throw new InvalidInput("level", "is " + number + ", which is not known here");
        };
    }

    static io.forebay.wire.proto.EngineProto.HandoffLevel toWire(HandoffLevel level) {
        return switch (level) {
            case REGISTERED -> io.forebay.wire.proto.EngineProto.HandoffLevel.HANDOFF_LEVEL_REGISTERED;
            case ON_SSD -> io.forebay.wire.proto.EngineProto.HandoffLevel.HANDOFF_LEVEL_ON_SSD;
        };
    }

    static io.forebay.wire.proto.EngineProto.QueryMode toWire(QueryMode mode) {
        return switch (mode) {
            case LONGEST_PREFIX -> io.forebay.wire.proto.EngineProto.QueryMode.QUERY_MODE_LONGEST_PREFIX;
            case FULL_PREFIX -> io.forebay.wire.proto.EngineProto.QueryMode.QUERY_MODE_FULL_PREFIX;
        };
    }

    /// The mode asked for. An unknown one is refused: an engine that wants all must not get a part.
    static QueryMode fromWire(io.forebay.wire.proto.EngineProto.QueryMode mode, int number) {
        return switch (mode) {
            case QUERY_MODE_LONGEST_PREFIX -> QueryMode.LONGEST_PREFIX;
            case QUERY_MODE_FULL_PREFIX -> QueryMode.FULL_PREFIX;
            case UNRECOGNIZED -> throw new InvalidInput("mode", "is " + number + ", which is not known here");
        };
    }

    static BlockOutcome toWire(Outcome outcome) {
        return switch (outcome) {
            case MEMORY -> BlockOutcome.BLOCK_OUTCOME_MEMORY;
            case BUFFER -> BlockOutcome.BLOCK_OUTCOME_BUFFER;
            case PEER -> BlockOutcome.BLOCK_OUTCOME_PEER;
            case SSD -> BlockOutcome.BLOCK_OUTCOME_SSD;
            case MISS_SSD_ERROR -> BlockOutcome.BLOCK_OUTCOME_MISS_SSD_ERROR;
            case MISS_NO_OWNER -> BlockOutcome.BLOCK_OUTCOME_MISS_NO_OWNER;
            case MISS_STALE_OWNER -> BlockOutcome.BLOCK_OUTCOME_MISS_STALE_OWNER;
            case MISS_TRANSFER_ERROR -> BlockOutcome.BLOCK_OUTCOME_MISS_TRANSFER_ERROR;
            case MISS_CORRUPT -> BlockOutcome.BLOCK_OUTCOME_MISS_CORRUPT;
            case MISS_LOCAL_PRESSURE -> BlockOutcome.BLOCK_OUTCOME_MISS_LOCAL_PRESSURE;
            case MISS_MASTER_UNAVAILABLE -> BlockOutcome.BLOCK_OUTCOME_MISS_MASTER_UNAVAILABLE;
            case MISS_NODE_UNAVAILABLE -> BlockOutcome.BLOCK_OUTCOME_MISS_NODE_UNAVAILABLE;
            case MISS_DEADLINE -> BlockOutcome.BLOCK_OUTCOME_MISS_DEADLINE;
            case MISS_SUPPRESSED -> BlockOutcome.BLOCK_OUTCOME_MISS_SUPPRESSED;
            case MISS_WARMING -> BlockOutcome.BLOCK_OUTCOME_MISS_WARMING;
            case MISS_LAYOUT -> BlockOutcome.BLOCK_OUTCOME_MISS_LAYOUT;
            case MISS_INCOMPLETE -> BlockOutcome.BLOCK_OUTCOME_MISS_INCOMPLETE;
            case NOT_ATTEMPTED -> BlockOutcome.BLOCK_OUTCOME_NOT_ATTEMPTED;
        };
    }

    /// @param hasBlock whether a block came with it, so that an unknown outcome was a hit
    static Outcome fromWire(BlockOutcome outcome, boolean hasBlock) {
        return switch (outcome) {
            case BLOCK_OUTCOME_MEMORY -> Outcome.MEMORY;
            case BLOCK_OUTCOME_BUFFER -> Outcome.BUFFER;
            case BLOCK_OUTCOME_PEER -> Outcome.PEER;
            case BLOCK_OUTCOME_SSD -> Outcome.SSD;
            case BLOCK_OUTCOME_MISS_SSD_ERROR -> Outcome.MISS_SSD_ERROR;
            case BLOCK_OUTCOME_MISS_NO_OWNER -> Outcome.MISS_NO_OWNER;
            case BLOCK_OUTCOME_MISS_STALE_OWNER -> Outcome.MISS_STALE_OWNER;
            case BLOCK_OUTCOME_MISS_TRANSFER_ERROR -> Outcome.MISS_TRANSFER_ERROR;
            case BLOCK_OUTCOME_MISS_CORRUPT -> Outcome.MISS_CORRUPT;
            case BLOCK_OUTCOME_MISS_LOCAL_PRESSURE -> Outcome.MISS_LOCAL_PRESSURE;
            case BLOCK_OUTCOME_MISS_MASTER_UNAVAILABLE -> Outcome.MISS_MASTER_UNAVAILABLE;
            case BLOCK_OUTCOME_MISS_NODE_UNAVAILABLE -> Outcome.MISS_NODE_UNAVAILABLE;
            case BLOCK_OUTCOME_MISS_DEADLINE -> Outcome.MISS_DEADLINE;
            case BLOCK_OUTCOME_MISS_SUPPRESSED -> Outcome.MISS_SUPPRESSED;
            case BLOCK_OUTCOME_MISS_WARMING -> Outcome.MISS_WARMING;
            case BLOCK_OUTCOME_MISS_LAYOUT -> Outcome.MISS_LAYOUT;
            case BLOCK_OUTCOME_MISS_INCOMPLETE -> Outcome.MISS_INCOMPLETE;
            case BLOCK_OUTCOME_NOT_ATTEMPTED -> Outcome.NOT_ATTEMPTED;
            case UNRECOGNIZED -> hasBlock ? Outcome.MEMORY : Outcome.MISS_LOCAL_PRESSURE;
            case BLOCK_OUTCOME_UNSPECIFIED -> throw unspecified("outcomes");
        };
    }

    static InvalidInput unspecified(String field) {
        return new InvalidInput(field, "is unspecified");
    }
}
