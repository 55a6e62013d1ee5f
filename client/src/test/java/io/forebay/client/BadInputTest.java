package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.slotBuffer;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

final class BadInputTest {
    private final FakeTimer timer = new FakeTimer();
    private final List<BlockHash> hashes = hashes("a", 2);
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

    private static void refused(String field, Executable call) {
        assertEquals(field, assertThrows(InvalidInput.class, call).field());
    }

    @Test
    void badRequestsAreRefusedBeforeTheyAreSentAndAlsoWhenTheNodeIsAway() {
        List<BlockHash> tooMany = Collections.nCopies(65_537, hashes.get(0));
        for (int round = 0; round < 2; round++) {
            refused("hashes", () -> client.save("r", List.of(), writer(hashes)));
            refused("hashes", () -> client.save("r", tooMany, writer(tooMany)));
            refused("request_id", () -> client.save("", hashes, writer(hashes)));
            refused("hashes", () -> client.query("r", List.of(), LONG));
            refused("hashes", () -> client.query("r", tooMany, LONG));
            refused("request_id", () -> client.query("x".repeat(257), hashes, LONG));
            refused("deadline", () -> client.query("r", hashes, Duration.ZERO));
            refused("deadline", () -> client.query("r", hashes, Duration.ofSeconds(Long.MAX_VALUE)));
            refused("deadline", () -> client.awaitHandoff("r", Duration.ofMinutes(11)));
            host.kill();
            timer.run();
        }
        assertEquals(List.of("connect", "register"), host.calls, "nothing was asked of the node");
    }

    @Test
    void badOptionsAreRefused() {
        EngineOptions good = ClientFixture.options(LAYOUT);
        refused("rank", () -> good.withRank(1));
        refused("rank", () -> good.withRank(-1));
        refused("call_timeout", () -> good.withCallTimeout(Duration.ZERO));
        refused("call_timeout", () -> good.withCallTimeout(Duration.ofDays(1)));
        refused("tenant", () -> good.withTenant("t".repeat(257)));
        refused("model", () -> EngineOptions.of("node:1", new InstanceId("engine"), LAYOUT, ""));
        refused("node_address", () -> EngineOptions.of("", new InstanceId("engine"), LAYOUT, "model"));
    }

    @Test
    void aWrongBlockSlotOrBufferIsRefused() {
        client.save("r", hashes, writer(hashes));
        try (Loaded loaded = client.query("r", hashes, LONG)) {
            MemorySegment small = MemorySegment.ofArray(new byte[(int) LAYOUT.slotBytes() - 1]);
            refused("block", () -> loaded.copy(2, 0, slotBuffer()));
            refused("block", () -> loaded.copy(-1, 0, slotBuffer()));
            refused("slot", () -> loaded.copy(0, 2, slotBuffer()));
            refused("slot", () -> loaded.view(0, -1));
            refused("slot", () -> loaded.verify(0, 2, slotBuffer()));
            refused("destination", () -> loaded.copy(0, 0, small));
            refused("destination", () -> loaded.verify(0, 0, small));
        }
    }
}
