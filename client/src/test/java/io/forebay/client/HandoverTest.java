package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.SLACK_NANOS;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.HandoffPolicy.Decision;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.KvBlocks;
import io.forebay.core.session.NodeId;
import io.forebay.wire.KvReadyBytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HandoverTest {
    private final FakeTimer timer = new FakeTimer();
    private final List<BlockHash> hashes = hashes("a", 3);
    private FakeHost host;
    private EngineClient client;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        host = FakeHost.running(directory, LAYOUT);
        client = ClientFixture.open(ClientFixture.options(LAYOUT), host, timer);
    }

    @AfterEach
    void stop() {
        client.close();
        host.close();
    }

    @Test
    void aHandoffThatIsCompleteMakesASignalThatSaysSo() {
        client.save("r", hashes, writer(hashes));
        HandedOver over = client.handOver("r", hashes, HandoffPolicy.defaults(), LONG);
        assertEquals(Decision.PROCEED, over.decision());
        assertEquals("r", over.signal().requestId());
        assertEquals(new KvBlocks.Listed(hashes), over.signal().blocks());
        assertEquals(new HandoffReport(3, 0, 3), over.signal().report());
        assertEquals(Optional.of(new NodeId("fake")), over.signal().node());
        assertEquals(client.namespace().orElseThrow(), over.signal().namespace());
        assertEquals(over.signal(), KvReadyBytes.fromBytes(KvReadyBytes.toBytes(over.signal())));
    }

    @Test
    void aChainThatNobodySavedIsNotHandedOver() {
        client.save("r", hashes, writer(hashes));
        List<BlockHash> others = hashes("b", 2);
        HandedOver over = client.handOver("r", others, HandoffPolicy.defaults(), Duration.ofMillis(60));
        assertEquals(Decision.RECOMPUTE, over.decision());
        assertFalse(over.signal().report().isComplete());
    }

    @Test
    void withoutANodeTheDecisionComesByTheDeadlineAndIsToCompute() {
        client.save("r", hashes, writer(hashes));
        host.kill();
        long start = System.nanoTime();
        HandedOver over = client.handOver("r", hashes, HandoffPolicy.defaults(), Duration.ofMillis(60));
        assertTrue(System.nanoTime() - start < SLACK_NANOS);
        assertEquals(Decision.RECOMPUTE, over.decision());
        assertEquals(3, over.signal().report().pending());
    }

    @Test
    void aBarrierThatIsNotCompleteIsAskedAgainUntilItIs() {
        List<Long> waits = new ArrayList<>();
        long[] now = {0};
        Handover handover = new Handover(HandoffPolicy.defaults(), () -> now[0], wait -> {
            waits.add(wait.toMillis());
            now[0] += wait.toNanos();
            return waits.size() < 3 ? new HandoffReport(1, 2, 7) : new HandoffReport(3, 0, 7);
        });
        Handover.End end = handover.run(Duration.ofMillis(400).toNanos());
        assertEquals(Decision.PROCEED, end.decision());
        assertEquals(List.of(100L, 100L, 100L), waits);
    }

    @Test
    void aBarrierThatNeverIsEndsWithItsDeadline() {
        List<Long> waits = new ArrayList<>();
        long[] now = {0};
        Handover handover = new Handover(HandoffPolicy.defaults(), () -> now[0], wait -> {
            waits.add(wait.toMillis());
            now[0] += wait.toNanos();
            return new HandoffReport(1, 2, 7);
        });
        Handover.End end = handover.run(Duration.ofMillis(400).toNanos());
        assertEquals(Decision.RECOMPUTE, end.decision());
        assertEquals(List.of(100L, 100L, 100L, 100L), waits);
        assertEquals(Duration.ofMillis(400).toNanos(), now[0]);
    }

    @Test
    void aHandoffThatCannotBeMeantIsRefused() {
        HandoffPolicy policy = HandoffPolicy.defaults();
        assertThrows(InvalidInput.class, () -> client.handOver("r", List.of(), policy, LONG));
        assertThrows(InvalidInput.class, () -> client.handOver("", hashes, policy, LONG));
        assertThrows(InvalidInput.class, () -> client.handOver("r", hashes, policy, Duration.ZERO));
        assertEquals(0, host.count("awaitHandoff"));
    }
}
