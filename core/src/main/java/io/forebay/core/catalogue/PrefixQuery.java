package io.forebay.core.catalogue;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.List;
import java.util.Optional;

/// Which live nodes have how much of this chain, in memory or else on SSD? No side effect whatever.
///
/// @param hashes the chain from the first block wanted on, 1–65,536
/// @param watch hold the answer back until all is there; empty answers at once
public record PrefixQuery(Namespace namespace, List<BlockHash> hashes, Optional<PrefixWatch> watch) implements Command {
    public PrefixQuery {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }

    /// Answered at once.
    public PrefixQuery(Namespace namespace, List<BlockHash> hashes) {
        this(namespace, hashes, Optional.empty());
    }
}
