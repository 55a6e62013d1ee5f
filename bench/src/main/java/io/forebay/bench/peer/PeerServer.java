package io.forebay.bench.peer;

import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.fabric.Fabric;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The serving process of the peer measurement: a full pool behind every fabric, until its standard input ends.
public final class PeerServer {
    private PeerServer() {}

    /// Serves until the other end of standard input is gone.
    ///
    /// @param arguments block bytes, working set bytes, pool directory, the file to describe itself in
    public static void main(String[] arguments) throws IOException {
        PeerSettings settings =
                new PeerSettings(Long.parseLong(arguments[0]), 1, Long.parseLong(arguments[1]), Path.of(arguments[2]));
        try (ExitStack exit = ExitStack.open()) {
            BenchPool pool = BenchPool.create(settings, "serving");
            exit.defer(pool::close);
            List<StoredBlock> blocks = fill(pool);
            BenchFabrics fabrics = BenchFabrics.open(pool.pool());
            exit.defer(fabrics::close);
            new ServedBlocks(
                            fabrics.all().stream().map(Fabric::endpoint).toList(),
                            blocks,
                            pool.pool().path().toString(),
                            pool.dataOffsetBytes())
                    .write(Path.of(arguments[3]));
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // Whoever started this holds the other end of the pipe for as long as it lives.
            }
        }
    }

    private static List<StoredBlock> fill(BenchPool pool) {
        List<StoredBlock> blocks = new ArrayList<>();
        for (int block = 0; block < pool.blocks().size(); block++) {
            List<Slot> slots = new ArrayList<>();
            for (Extent extent : pool.blocks().get(block)) {
                MemorySegment bytes = pool.pool().slice(extent);
                BlockBytes.write(block, slots.size(), bytes);
                slots.add(new Slot(0, extent, pool.pool().checksum(extent)));
            }
            blocks.add(new StoredBlock(slots));
        }
        return blocks;
    }
}
