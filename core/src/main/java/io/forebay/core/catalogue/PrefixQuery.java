package io.forebay.core.catalogue;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.List;

/// Which live nodes have how much of this chain in memory? No side effect whatever.
///
/// @param hashes the chain from the first block wanted on, 1–65,536
public record PrefixQuery(Namespace namespace, List<BlockHash> hashes) implements Command {
    public PrefixQuery {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
