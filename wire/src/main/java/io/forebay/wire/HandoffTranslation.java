package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.proto.EngineProto;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// The translation of the barrier: what is asked, and its report. Pure. Decoders throw [InvalidInput].
final class HandoffTranslation {
    private HandoffTranslation() {}

    static EngineProto.AwaitHandoffRequest toWire(AwaitHandoff request) {
        EngineProto.AwaitHandoffRequest.Builder message = EngineProto.AwaitHandoffRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .setLevel(EngineEnums.toWire(request.level()))
                .setDeadlineNanos(request.deadlineNanos())
                .setWithKeys(request.withKeys());
        switch (request.scope()) {
            case HandoffScope.OfRequest(String requestId) -> message.setRequestId(requestId);
            case HandoffScope.OfKeys(List<BlockHash> hashes) ->
                message.setBlocks(EngineProto.Hashes.newBuilder().addAllHashes(KeyTranslation.toWire(hashes)));
            case HandoffScope.Since(long marker) -> message.setSince(marker);
        }
        return message.build();
    }

    static AwaitHandoff fromWire(EngineProto.AwaitHandoffRequest message) {
        return new AwaitHandoff(
                new InstanceId(message.getInstanceId()),
                scope(message),
                EngineEnums.fromWire(message.getLevel(), message.getLevelValue()),
                message.getDeadlineNanos(),
                message.getWithKeys());
    }

    private static HandoffScope scope(EngineProto.AwaitHandoffRequest message) {
        return switch (message.getScopeCase()) {
            case REQUEST_ID -> new HandoffScope.OfRequest(message.getRequestId());
            case BLOCKS ->
                new HandoffScope.OfKeys(
                        KeyTranslation.fromWire(message.getBlocks().getHashesList()));
            case SINCE -> new HandoffScope.Since(message.getSince());
            case SCOPE_NOT_SET -> throw new InvalidInput("scope", "is missing, or one that is not known here");
        };
    }

    static EngineProto.AwaitHandoffResponse toWire(HandoffReport report) {
        EngineProto.AwaitHandoffResponse.Builder message = EngineProto.AwaitHandoffResponse.newBuilder()
                .setRegistered(report.registered())
                .setPending(report.pending())
                .setRefused(report.refused())
                .setGone(report.gone())
                .setUnsealed(report.unsealed())
                .setUnleased(report.unleased())
                .setMasterEpoch(report.masterEpoch())
                .setForgotten(report.forgotten());
        if (!report.keys().isEmpty()) {
            message.setKeys(EngineProto.HandoffKeys.newBuilder()
                    .addAllLeased(keys(report, HandoffState.LEASED))
                    .addAllUnleased(keys(report, HandoffState.REGISTERED))
                    .addAllPending(keys(report, HandoffState.PENDING))
                    .addAllRefused(keys(report, HandoffState.REFUSED))
                    .addAllGone(keys(report, HandoffState.GONE))
                    .addAllUnsealed(keys(report, HandoffState.UNSEALED)));
        }
        return message.build();
    }

    private static List<ByteString> keys(HandoffReport report, HandoffState state) {
        return KeyTranslation.toWire(report.keys().getOrDefault(state, List.of()));
    }

    static HandoffReport fromWire(EngineProto.AwaitHandoffResponse message) {
        return new HandoffReport(
                blocks("registered", message.getRegistered()),
                blocks("pending", message.getPending()),
                blocks("refused", message.getRefused()),
                blocks("gone", message.getGone()),
                blocks("unsealed", message.getUnsealed()),
                blocks("unleased", message.getUnleased()),
                message.getMasterEpoch(),
                message.getForgotten(),
                keys(message.getKeys()));
    }

    private static Map<HandoffState, List<BlockHash>> keys(EngineProto.HandoffKeys message) {
        Map<HandoffState, List<ByteString>> lists = Map.of(
                HandoffState.LEASED, message.getLeasedList(),
                HandoffState.REGISTERED, message.getUnleasedList(),
                HandoffState.PENDING, message.getPendingList(),
                HandoffState.REFUSED, message.getRefusedList(),
                HandoffState.GONE, message.getGoneList(),
                HandoffState.UNSEALED, message.getUnsealedList());
        int count = lists.values().stream().mapToInt(List::size).sum();
        InvalidInput.unless(
                count <= Limits.MAX_KEYS, "keys", "has " + count + " entries; the limit is " + Limits.MAX_KEYS);
        Map<HandoffState, List<BlockHash>> keys = new EnumMap<>(HandoffState.class);
        lists.forEach((state, hashes) ->
                keys.put(state, hashes.stream().map(KeyTranslation::hash).toList()));
        return keys;
    }

    private static int blocks(String field, int count) {
        InvalidInput.unless(count >= 0, field, "is beyond 2147483647");
        return count;
    }
}
