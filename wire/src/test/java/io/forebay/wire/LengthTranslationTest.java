package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.wire.proto.EngineProto;
import org.junit.jupiter.api.Test;

class LengthTranslationTest {
    private final Samples samples = new Samples(11);

    @Test
    void whatIsWrittenIsReadBackEqual() throws InvalidProtocolBufferException {
        for (int round = 0; round < 200; round++) {
            PrefixLength request = new PrefixLength(
                    samples.instance(), samples.hashes(), samples.random.nextLong(1_000_000, 600_000_000_001L));
            assertEquals(
                    request,
                    LengthTranslation.fromWire(EngineProto.PrefixLengthRequest.parseFrom(
                            LengthTranslation.toWire(request).toByteArray())));
            int local = samples.random.nextInt(20);
            PrefixLengths reply =
                    new PrefixLengths(local, samples.random.nextInt(local, 21), samples.random.nextBoolean());
            assertEquals(
                    reply,
                    LengthTranslation.lengths(
                            EngineProto.PrefixLengthResponse.parseFrom(
                                    LengthTranslation.toWire(reply).toByteArray()),
                            20));
        }
    }

    private static void refused(String field, int local, int reachable) {
        EngineProto.PrefixLengthResponse message = EngineProto.PrefixLengthResponse.newBuilder()
                .setLocal(local)
                .setReachable(reachable)
                .build();
        assertEquals(
                field,
                assertThrows(InvalidInput.class, () -> LengthTranslation.lengths(message, 4))
                        .field());
    }

    @Test
    void aReplyThatContradictsItselfIsRefused() {
        refused("reachable", 0, 5);
        refused("reachable", 3, 2);
        refused("reachable", 3, -1);
        refused("local", -1, 4);
    }
}
