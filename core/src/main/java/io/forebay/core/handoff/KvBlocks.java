package io.forebay.core.handoff;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.util.List;

/// The chain of blocks that a [KvReady] is about. A closed set: who knows the prompt computes the hashes itself and
/// needs
/// its ends only, to see that both mean the same.
public sealed interface KvBlocks {
    /// All of them, front to back.
    ///
    /// @param hashes 1–65,536
    record Listed(List<BlockHash> hashes) implements KvBlocks {
        public Listed {
            hashes = Limits.keys("hashes", List.copyOf(hashes));
        }

        @Override
        public int count() {
            return hashes.size();
        }

        @Override
        public BlockHash first() {
            return hashes.getFirst();
        }

        @Override
        public BlockHash last() {
            return hashes.getLast();
        }
    }

    /// How many, and the ends of the chain. Since hashes are chained, an equal last hash means an equal chain.
    ///
    /// @param count 1–65,536
    record Ends(int count, BlockHash first, BlockHash last) implements KvBlocks {
        public Ends {
            InvalidInput.unless(
                    count >= 1 && count <= Limits.MAX_KEYS,
                    "count",
                    "is " + Integer.toUnsignedString(count) + "; it must be from 1 to " + Limits.MAX_KEYS);
            InvalidInput.unless(count > 1 || first.equals(last), "last", "differs from the first of a single block");
        }
    }

    /// The same chain by its ends.
    default KvBlocks ends() {
        return new Ends(count(), first(), last());
    }

    /// Whether this is, or has the count and the ends of, this chain.
    default boolean isOf(List<BlockHash> chain) {
        return chain.size() == count()
                && chain.getFirst().equals(first())
                && chain.getLast().equals(last());
    }

    int count();

    BlockHash first();

    BlockHash last();
}
