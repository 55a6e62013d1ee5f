package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.KvBlocks;
import io.forebay.core.handoff.KvReady;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.HandoffProto;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KvReadyBytesTest {
    private final Samples samples = new Samples(7);

    private KvReady signal() {
        KvBlocks listed = new KvBlocks.Listed(samples.hashes());
        HandoffReport report = new HandoffReport(samples.random.nextInt(9), samples.random.nextInt(9), 3);
        return new KvReady(
                samples.name(1),
                samples.namespace(),
                samples.random.nextBoolean() ? listed : listed.ends(),
                report,
                samples.random.nextBoolean() ? Optional.of(samples.node()) : Optional.empty());
    }

    @Test
    void aSignalComesBackEqual() {
        for (int round = 0; round < 300; round++) {
            KvReady signal = signal();
            assertEquals(signal, KvReadyBytes.fromBytes(KvReadyBytes.toBytes(signal)));
        }
    }

    @Test
    void aChainIsKnownByItsEnds() {
        List<BlockHash> chain = samples.list(3, 3, samples::hash);
        KvBlocks ends = new KvBlocks.Listed(chain).ends();
        assertEquals(new KvBlocks.Ends(3, chain.get(0), chain.get(2)), ends);
        assertTrue(ends.isOf(chain));
        assertFalse(ends.isOf(chain.subList(0, 2)));
        assertFalse(ends.isOf(List.of(chain.get(0), chain.get(1), chain.get(1))));
        assertFalse(ends.isOf(List.of(chain.get(1), chain.get(1), chain.get(2))));
    }

    private static void refused(String field, byte[] bytes) {
        assertEquals(
                field,
                assertThrows(InvalidInput.class, () -> KvReadyBytes.fromBytes(bytes))
                        .field());
    }

    @Test
    void bytesThatAreNoSignalAreRefusedByName() {
        refused("format", new byte[0]);
        refused("message", new byte[] {0x0a, 0x7f, 1});
        HandoffProto.KvReady good = KvReadyBytes.message(signal());
        refused("format", good.toBuilder().setFormat(2).build().toByteArray());
        refused("request_id", good.toBuilder().clearRequestId().build().toByteArray());
        refused("namespace", good.toBuilder().clearNamespace().build().toByteArray());
        refused("blocks", good.toBuilder().clearBlocks().build().toByteArray());
        refused("report", good.toBuilder().clearReport().build().toByteArray());
        refused("node_id", good.toBuilder().setNodeId("x".repeat(257)).build().toByteArray());
        refused(
                "hashes",
                good.toBuilder()
                        .setListed(EngineProto.Hashes.getDefaultInstance())
                        .build()
                        .toByteArray());
        refused(
                "hash",
                good.toBuilder()
                        .setEnds(HandoffProto.ChainEnds.newBuilder().setCount(1))
                        .build()
                        .toByteArray());
    }

    @Test
    void aChainOfAnImpossibleLengthIsRefused() {
        BlockHash hash = samples.hash();
        for (int count : new int[] {0, -1, 65_537}) {
            assertEquals(
                    "count",
                    assertThrows(InvalidInput.class, () -> new KvBlocks.Ends(count, hash, hash))
                            .field());
        }
        BlockHash other = BlockHash.chained(hash, new byte[1]);
        assertEquals(
                "last",
                assertThrows(InvalidInput.class, () -> new KvBlocks.Ends(1, hash, other))
                        .field());
    }

    @Test
    void noTruncationOfASignalIsTakenForOneOfItsKind() {
        byte[] bytes = KvReadyBytes.toBytes(signal());
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            try {
                assertTrue(KvReadyBytes.fromBytes(cut).node().isEmpty(), "only the last field may be missing");
            } catch (InvalidInput refusal) {
                assertFalse(refusal.field().isEmpty());
            }
        }
    }
}
