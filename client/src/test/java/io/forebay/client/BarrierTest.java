package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.concat;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BarrierTest {
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
    void aListOfKeysIsReportedByName() {
        client.save("r", hashes, writer(hashes));
        List<BlockHash> absent = hashes("b", 1);
        HandoffReport report = client.awaitHandoff(new HandoffScope.OfKeys(concat(hashes, absent)), LONG, true);
        assertEquals(Map.of(HandoffState.LEASED, hashes, HandoffState.PENDING, absent), report.keys());
    }

    @Test
    void whatWasSavedSinceAMarkerIsReported() {
        client.save("r", hashes.subList(0, 1), writer(hashes));
        long marker = client.marker().orElseThrow();
        client.save("s", hashes.subList(1, 3), writer(hashes.subList(1, 3)));
        HandoffReport report = client.awaitHandoff(new HandoffScope.Since(marker), LONG, false);
        assertEquals(new HandoffReport(2, 0, 3), report);
    }

    @Test
    void withoutANodeEveryScopeIsIncomplete() {
        long marker = client.marker().orElseThrow();
        client.save("r", hashes, writer(hashes));
        host.kill();
        HandoffReport named = client.awaitHandoff(new HandoffScope.OfKeys(concat(hashes, hashes)), LONG, true);
        assertEquals(Map.of(HandoffState.PENDING, hashes), named.keys());
        HandoffReport since = client.awaitHandoff(new HandoffScope.Since(marker), LONG, false);
        assertTrue(since.forgotten());
        assertFalse(since.isComplete());
        HandoffReport request = client.awaitHandoff(new HandoffScope.OfRequest("r"), LONG, true);
        assertEquals(Map.of(HandoffState.PENDING, hashes), request.keys());
        assertEquals(OptionalLong.empty(), client.marker());
    }

    @Test
    void whatANodeHasForgottenIsPendingByName() throws IOException {
        client.save("r", hashes, writer(hashes));
        host.kill();
        host.boot();
        timer.advance(LONG.toNanos());
        client.save("r", hashes.subList(0, 1), writer(hashes));
        HandoffReport report = client.awaitHandoff(new HandoffScope.OfRequest("r"), LONG, true);
        assertEquals(
                Map.of(HandoffState.LEASED, hashes.subList(0, 1), HandoffState.PENDING, hashes.subList(1, 3)),
                report.keys());
        assertFalse(report.isComplete());
    }
}
