package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.MasterProto;

/// The translation of ledger batches and their replies. Pure. Decoders throw [InvalidInput].
final class LedgerTranslation {
    private LedgerTranslation() {}

    static MasterProto.LedgerRequest toWire(LedgerBatch batch, long remainingNanos) {
        return MasterProto.LedgerRequest.newBuilder()
                .setNodeId(batch.node().name())
                .setSession(batch.session().number())
                .setTier(TierTranslation.toWire(batch.tier()))
                .setNumber(batch.number())
                .setCaughtUp(batch.caughtUp())
                .setInventoryEnd(batch.inventoryEnd())
                .addAllGone(KeyTranslation.groups(batch.gone()))
                .addAllRetire(KeyTranslation.groups(batch.retire()))
                .addAllRegister(KeyTranslation.groups(batch.register()))
                .addAllLeases(LeaseTranslation.toWire(batch.leases()))
                .addAllPromoted(TaskTranslation.promotedToWire(batch.promoted()))
                .addAllConsumed(KeyTranslation.groups(batch.consumed()))
                .setRemainingNanos(remainingNanos)
                .build();
    }

    static LedgerBatch fromWire(MasterProto.LedgerRequest message) {
        atMostLedgerKeys(
                "keys",
                KeyTranslation.count(message.getGoneList())
                        + KeyTranslation.count(message.getRetireList())
                        + KeyTranslation.count(message.getRegisterList()));
        atMostLedgerKeys("consumed", KeyTranslation.count(message.getConsumedList()));
        atMostLedgerKeys(
                "promoted",
                message.getPromotedList().stream()
                        .mapToLong(MasterProto.PromotedBlocks::getBlocksCount)
                        .sum());
        return new LedgerBatch(
                new NodeId(message.getNodeId()),
                new SessionId(message.getSession()),
                TierTranslation.fromWire(message.getTier(), message.getTierValue()),
                message.getNumber(),
                message.getCaughtUp(),
                message.getInventoryEnd(),
                KeyTranslation.keys(message.getGoneList()),
                KeyTranslation.keys(message.getRetireList()),
                KeyTranslation.keys(message.getRegisterList()),
                LeaseTranslation.fromWire(message.getLeasesList()),
                TaskTranslation.promoted(message.getPromotedList()),
                KeyTranslation.keys(message.getConsumedList()));
    }

    private static void atMostLedgerKeys(String field, long count) {
        InvalidInput.unless(
                count <= Limits.MAX_LEDGER_KEYS,
                field,
                "has " + count + " entries; the limit is " + Limits.MAX_LEDGER_KEYS);
    }

    /// @param batchNumber of the batch that `reply` answers
    static MasterProto.LedgerResponse toWire(LedgerReply reply, long batchNumber) {
        MasterProto.LedgerResponse.Builder message =
                MasterProto.LedgerResponse.newBuilder().setBatchNumber(batchNumber);
        return switch (reply) {
            case LedgerReply.Applied applied ->
                message.setApplied(MasterProto.Applied.newBuilder()
                                .setNumber(applied.number())
                                .addAllRefused(LeaseTranslation.toWire(applied.refused()))
                                .addAllSpare(KeyTranslation.groups(applied.spare()))
                                .addAllSuspects(KeyTranslation.groups(applied.suspects())))
                        .build();
            case LedgerReply.UnknownSession _ ->
                message.setUnknownSession(MasterProto.UnknownSession.getDefaultInstance())
                        .build();
            case LedgerReply.OutOfOrder late ->
                message.setOutOfOrder(MasterProto.OutOfOrder.newBuilder().setExpected(late.expected()))
                        .build();
        };
    }

    static LedgerReply fromWire(MasterProto.LedgerResponse message) {
        return switch (message.getResultCase()) {
            case APPLIED ->
                new LedgerReply.Applied(
                        message.getApplied().getNumber(),
                        LeaseTranslation.fromWire(message.getApplied().getRefusedList()),
                        KeyTranslation.keys(message.getApplied().getSpareList()),
                        KeyTranslation.keys(message.getApplied().getSuspectsList()));
            case UNKNOWN_SESSION -> new LedgerReply.UnknownSession();
            case OUT_OF_ORDER ->
                new LedgerReply.OutOfOrder(message.getOutOfOrder().getExpected());
            case RESULT_NOT_SET -> throw MasterTranslation.unknownResult();
        };
    }
}
