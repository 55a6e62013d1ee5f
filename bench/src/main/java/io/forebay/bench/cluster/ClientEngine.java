package io.forebay.bench.cluster;

import io.forebay.bench.replay.ReplayEngine;
import io.forebay.client.EngineClient;
import io.forebay.client.EngineClient.BlockWriter;
import io.forebay.client.EngineClient.SaveReport;
import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/// A replay's engine that is a real client of a real node.
record ClientEngine(EngineClient client) implements ReplayEngine {
    @Override
    public SaveReport save(String requestId, List<BlockHash> hashes, BlockWriter writer) {
        return client.save(requestId, hashes, writer);
    }

    @Override
    public Found query(String requestId, List<BlockHash> hashes, Duration deadline) {
        return new LoadedBlocks(client.query(requestId, hashes, deadline));
    }

    @Override
    public HandoffReport awaitHandoff(List<BlockHash> chain, Duration deadline) {
        return client.awaitHandoff(new HandoffScope.OfKeys(chain), deadline, false);
    }

    @Override
    public void close() {
        client.close();
    }

    private record LoadedBlocks(Loaded loaded) implements Found {
        @Override
        public List<Outcome> outcomes() {
            return loaded.outcomes();
        }

        @Override
        public boolean copy(int block, int slot, MemorySegment destination) {
            return loaded.copy(block, slot, destination);
        }

        @Override
        public void close() {
            loaded.close();
        }
    }
}
