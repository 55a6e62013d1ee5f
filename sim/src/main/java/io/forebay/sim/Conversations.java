package io.forebay.sim;

import io.forebay.core.block.BlockHash;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// The chains that the engines ask for: a few conversations, so that engines meet on the same blocks.
final class Conversations {
    private static final int LONGEST = 10;

    private final List<List<BlockHash>> chains = new ArrayList<>();

    Conversations(int count) {
        for (int i = 0; i < count; i++) {
            List<BlockHash> chain = new ArrayList<>();
            BlockHash parent = null;
            for (int block = 0; block < LONGEST; block++) {
                byte[] tokens = ByteBuffer.allocate(8).putInt(i).putInt(block).array();
                parent = BlockHash.chained(parent, tokens);
                chain.add(parent);
            }
            chains.add(chain);
        }
    }

    /// The beginning of one conversation.
    List<BlockHash> prompt(Chance chance) {
        List<BlockHash> chain = chains.get(chance.below(chains.size()));
        return chain.subList(0, 1 + chance.below(chain.size()));
    }

    /// Every block there can be.
    List<BlockHash> all() {
        return chains.stream().flatMap(List::stream).toList();
    }
}
