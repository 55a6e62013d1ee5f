package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import io.forebay.wire.proto.EngineProto;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandoffRoundTripTest {
    private static final int ROUNDS = 300;
    private static final long MAX_DEADLINE = 600_000_000_000L;

    private final Samples samples = new Samples(41);

    private HandoffScope scope() {
        return switch (samples.random.nextInt(3)) {
            case 0 -> new HandoffScope.OfRequest(samples.name(1));
            case 1 -> new HandoffScope.OfKeys(samples.hashes());
            default -> new HandoffScope.Since(samples.random.nextLong());
        };
    }

    private static HandoffReport sent(HandoffReport report) throws InvalidProtocolBufferException {
        return HandoffTranslation.fromWire(EngineProto.AwaitHandoffResponse.parseFrom(
                HandoffTranslation.toWire(report).toByteArray()));
    }

    @Test
    void aBarrierOfEachScopeComesBackEqual() throws InvalidProtocolBufferException {
        for (int round = 0; round < ROUNDS; round++) {
            AwaitHandoff request = new AwaitHandoff(
                    samples.instance(),
                    scope(),
                    samples.any(HandoffLevel.class),
                    samples.random.nextLong(1_000_000, MAX_DEADLINE + 1),
                    samples.random.nextBoolean());
            assertEquals(
                    request,
                    HandoffTranslation.fromWire(EngineProto.AwaitHandoffRequest.parseFrom(
                            HandoffTranslation.toWire(request).toByteArray())));
        }
    }

    @Test
    void aReportWithoutKeysComesBackEqual() throws InvalidProtocolBufferException {
        for (int round = 0; round < ROUNDS; round++) {
            HandoffReport report = new HandoffReport(
                    samples.random.nextInt(0, Integer.MAX_VALUE),
                    samples.random.nextInt(0, Integer.MAX_VALUE),
                    samples.random.nextInt(0, Integer.MAX_VALUE),
                    samples.random.nextInt(0, Integer.MAX_VALUE),
                    samples.random.nextInt(0, Integer.MAX_VALUE),
                    samples.random.nextInt(0, Integer.MAX_VALUE),
                    samples.random.nextLong(),
                    samples.random.nextBoolean(),
                    Map.of());
            assertEquals(report, sent(report));
        }
    }

    @Test
    void aReportWithKeysComesBackEqual() throws InvalidProtocolBufferException {
        for (int round = 0; round < ROUNDS; round++) {
            Map<HandoffState, List<BlockHash>> keys = new EnumMap<>(HandoffState.class);
            for (HandoffState state : HandoffState.values()) {
                keys.put(state, samples.list(0, 5, samples::hash));
            }
            HandoffReport report =
                    report(keys, keys.getOrDefault(HandoffState.GONE, List.of()).size());
            assertEquals(report, sent(report));
        }
    }

    private static HandoffReport report(Map<HandoffState, List<BlockHash>> keys, int gone) {
        int unleased = keys.getOrDefault(HandoffState.REGISTERED, List.of()).size();
        return new HandoffReport(
                keys.getOrDefault(HandoffState.LEASED, List.of()).size() + unleased,
                keys.getOrDefault(HandoffState.PENDING, List.of()).size(),
                keys.getOrDefault(HandoffState.REFUSED, List.of()).size(),
                gone,
                keys.getOrDefault(HandoffState.UNSEALED, List.of()).size(),
                unleased,
                7,
                false,
                keys);
    }

    private static void refused(String field, EngineProto.AwaitHandoffResponse message) {
        assertEquals(
                field,
                assertThrows(InvalidInput.class, () -> HandoffTranslation.fromWire(message))
                        .field());
    }

    @Test
    void aReportThatContradictsItsKeysIsRefused() {
        ByteString hash = ByteString.copyFrom(new byte[] {1});
        EngineProto.AwaitHandoffResponse.Builder message = EngineProto.AwaitHandoffResponse.newBuilder()
                .setRegistered(1)
                .setKeys(EngineProto.HandoffKeys.newBuilder().addPending(hash));
        refused("keys", message.build());
        refused("registered", message.setRegistered(-1).build());
        refused(
                "keys",
                message.setRegistered(65_537)
                        .setKeys(EngineProto.HandoffKeys.newBuilder().addAllLeased(Collections.nCopies(65_537, hash)))
                        .build());
        refused(
                "hash",
                message.setRegistered(1)
                        .setKeys(EngineProto.HandoffKeys.newBuilder().addLeased(ByteString.EMPTY))
                        .build());
    }
}
