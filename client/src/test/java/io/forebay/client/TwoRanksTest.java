package io.forebay.client;

import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.assertExact;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.layout.KvLayout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TwoRanksTest {
    private static final KvLayout LAYOUT = new KvLayout(2, 2, 300, 64);

    private final FakeTimer timer = new FakeTimer();
    private final List<BlockHash> hashes = hashes("a", 2);
    private FakeHost host;
    private EngineClient rank0;
    private EngineClient rank1;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        host = FakeHost.running(directory, LAYOUT);
        rank0 = ClientFixture.open(ClientFixture.options(LAYOUT), host, timer);
        rank1 = ClientFixture.open(ClientFixture.options(LAYOUT).withRank(1), host, new FakeTimer());
    }

    @AfterEach
    void stop() {
        rank0.close();
        rank1.close();
        host.close();
    }

    @Test
    void aBlockIsVisibleOnceBothRanksHaveSealed() {
        assertEquals(new SaveReport(2, 0, 0, 0, 0), rank0.save("r", hashes, writer(hashes)));
        assertEquals(0, rank0.query("early", hashes, LONG).hits());
        assertEquals(new SaveReport(2, 0, 0, 0, 0), rank1.save("r", hashes, writer(hashes)));

        try (Loaded loaded = rank0.query("r", hashes, LONG)) {
            assertEquals(2, loaded.hits());
            assertExact(loaded, hashes, LAYOUT);
        }
    }

    @Test
    void eachRankGivesItsOwnUseOfTheLeaseBack() {
        rank0.save("r", hashes, writer(hashes));
        rank1.save("r", hashes, writer(hashes));
        Loaded first = rank0.query("r", hashes, LONG);
        Loaded second = rank1.query("r", hashes, LONG);

        first.close();
        assertEquals(1, host.node().leaseUses.size());
        assertExact(second, hashes, LAYOUT);
        second.close();

        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void aRankWhoseWriterThrowsGivesBackItsOwnPartOnly() {
        rank1.save("r", hashes, writer(hashes));

        assertThrows(
                UnsupportedOperationException.class,
                () -> rank0.save("r", hashes, (block, slot, bytes) -> {
                    throw new UnsupportedOperationException();
                }));

        assertEquals(1, host.count("abort"));
        assertEquals(0, rank1.query("early", hashes, LONG).hits());
        assertEquals(new SaveReport(2, 0, 0, 0, 0), rank0.save("r", hashes, writer(hashes)), "it may try again");
        try (Loaded loaded = rank1.query("r", hashes, LONG)) {
            assertExact(loaded, hashes, LAYOUT);
        }
    }
}
