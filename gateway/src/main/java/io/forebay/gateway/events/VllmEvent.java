package io.forebay.gateway.events;

import io.forebay.core.block.BlockHash;
import java.util.List;
import java.util.Optional;

/// One event of a batch, in vLLM's terms. A closed set. Whose it is, the topic says.
sealed interface VllmEvent {
    /// Blocks are there from now on, each the parent of the next.
    ///
    /// @param parent of the first; empty: it has none, or it is not known
    /// @param tokens of all of them; empty: not known
    /// @param blockSize tokens in a block
    /// @param medium where: `GPU`, `CPU` and so on
    record Stored(
            List<BlockHash> hashes, Optional<BlockHash> parent, List<Integer> tokens, int blockSize, String medium)
            implements VllmEvent {
        public Stored {
            hashes = List.copyOf(hashes);
            tokens = List.copyOf(tokens);
        }
    }

    /// Blocks are there no more.
    record Removed(List<BlockHash> hashes, String medium) implements VllmEvent {
        public Removed {
            hashes = List.copyOf(hashes);
        }
    }

    /// Nothing is there any more, in no medium.
    record Cleared() implements VllmEvent {}
}
