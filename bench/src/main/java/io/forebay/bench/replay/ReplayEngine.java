package io.forebay.bench.replay;

import io.forebay.client.EngineClient.BlockWriter;
import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;

/// One engine beside one node, as a replay needs it: what [io.forebay.client.EngineClient] does, behind an interface
/// so that the replay's own counting can be tested without processes.
public interface ReplayEngine extends AutoCloseable {
    /// See [io.forebay.client.EngineClient#save].
    SaveReport save(String requestId, List<BlockHash> hashes, BlockWriter writer);

    /// See [io.forebay.client.EngineClient#query].
    Found query(String requestId, List<BlockHash> hashes, Duration deadline);

    /// Waits for every block of the chain, whoever saved it, as [io.forebay.client.EngineClient#handOver] does: a
    /// request
    /// whose blocks were all there has saved none, and is handed over all the same.
    HandoffReport awaitHandoff(List<BlockHash> chain, Duration deadline);

    @Override
    void close();

    /// What a query found, held by a lease until closed.
    interface Found extends AutoCloseable {
        /// One for every block asked for.
        List<Outcome> outcomes();

        /// Copies a slot of a hit; false if it is gone.
        boolean copy(int block, int slot, MemorySegment destination);

        @Override
        void close();
    }
}
