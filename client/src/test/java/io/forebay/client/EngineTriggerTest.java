package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An engine's own triggers.
@Timeout(60)
class EngineTriggerTest {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final FakeTimer timer = new FakeTimer();
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

    private Answer<TriggerReport> trigger(int blocks) {
        return client.prefetch(hashes("b", blocks), "r", SOON);
    }

    @Test
    void theMastersWordComesThroughTheNode() {
        assertEquals(Answer.ok(new TriggerReport.Off(true)), trigger(1));
        assertEquals(1, host.node().triggers.size());
        assertEquals("r", host.node().triggers.getFirst().requestId());
    }

    @Test
    void aMasterOrANodeThatKnowsNoTriggersIsNoFailure() {
        host.node().prefetched = new Answer.Refused<>("rpc", "is not served");
        assertEquals(Answer.ok(new TriggerReport.Off(false)), trigger(1));
    }

    @Test
    void aMasterThatIsAwayIsAFailure() {
        host.node().prefetched = Answer.failed(Remedy.RETRY, "the master timed out");
        assertEquals(Answer.failed(Remedy.RETRY, "the master timed out"), trigger(1));
    }

    @Test
    void aNodeThatIsAwayIsAFailureToo() {
        host.kill();
        assertInstanceOf(Answer.Failed.class, trigger(1));
    }

    @Test
    void manyBlocksGoInBatches() {
        host.node().prefetched = Answer.ok(new PrefetchReply.Decided(1, false, List.of()));
        trigger(Prefetch.MAX_HASHES + 1);
        assertEquals(
                List.of(Prefetch.MAX_HASHES, 1),
                host.node().triggers.stream().map(each -> each.hashes().size()).toList());
    }

    @Test
    void badInputIsRefusedBeforeAnybodyIsAsked() {
        assertThrows(InvalidInput.class, () -> client.prefetch(List.of(), "r", Duration.ofHours(1)));
        assertEquals(0, host.node().triggers.size());
    }
}
