package io.forebay.bench.peer;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.JavaCommand;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Against a real serving process, with a working set of a few blocks.
final class BlockReadsTest {
    @TempDir
    Path directory;

    private ServedBlocks serve(PeerSettings settings, ExitStack exit) throws IOException {
        Path description = directory.resolve("served.json");
        List<String> arguments = List.of(
                Long.toString(settings.blockBytes()),
                Long.toString(settings.passBytes()),
                settings.poolDirectory().toString(),
                description.toString());
        ChildProcess server =
                ChildProcess.start("peer", JavaCommand.of(PeerServer.class.getName(), "256m", arguments), exit);
        server.nextLine(Duration.ofMinutes(1));
        return ServedBlocks.read(description);
    }

    @Test
    void everyByteComesOverEitherFabricAndAWrongOneIsSeen() throws IOException {
        PeerSettings settings = new PeerSettings(64 << 10, 4, 1 << 20, directory);
        try (ExitStack exit = ExitStack.open()) {
            ServedBlocks served = serve(settings, exit);
            BenchPool pool = BenchPool.create(settings, "reading");
            exit.defer(pool::close);
            BenchFabrics fabrics = BenchFabrics.open(pool.pool());
            exit.defer(fabrics::close);
            for (Fabric fabric : fabrics.all()) {
                FabricEndpoint endpoint = served.endpoint(fabric.name());
                FabricPeer peer = fabric.connect(endpoint, TimeUnit.SECONDS.toNanos(10));
                exit.defer(peer::close);
                int region = endpoint.regions().getFirst().id();
                BlockReads reads = new BlockReads(peer, region, served.blocks(), pool, settings);
                reads.wipe();
                assertTrue(reads.raw() > 0);
                reads.requireAllThere();
                reads.wipe();
                assertTrue(reads.verified(Runnable::run) > 0);
                reads.wipe();
                assertThrows(IOException.class, reads::requireAllThere, fabric.name());
            }
        }
    }
}
