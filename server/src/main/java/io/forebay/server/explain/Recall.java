package io.forebay.server.explain;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.recorder.Recollection;
import java.util.Optional;
import java.util.function.Consumer;

/// Who remembers: a node or a master. Returns at once, and fails at once when its queue is full.
@FunctionalInterface
public interface Recall {
    /// Asks for what is remembered.
    ///
    /// @param block how it stands now is asked too; empty: nobody asks about a block
    void recall(Optional<BlockHash> block, Consumer<Answer<Recollection>> then);
}
