package io.forebay.core.catalogue;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.List;

/// Who has each of these blocks, and where? No side effect whatever: no lease, no heat.
///
/// @param hashes 1–65,536, in any order
public record Lookup(Namespace namespace, List<BlockHash> hashes) implements Command {
    public Lookup {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
