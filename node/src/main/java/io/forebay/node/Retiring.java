package io.forebay.node;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The blocks that the master has been asked to forget, those of the prefetch buffer counted by themselves. Changed by
/// [Residents] alone.
final class Retiring {
    private final Set<ResidentBlock> blocks = new LinkedHashSet<>();
    private long bytes;
    private int buffered;

    void add(ResidentBlock block) {
        blocks.add(block);
        count(block, 1);
    }

    void remove(ResidentBlock block) {
        blocks.remove(block);
        count(block, -1);
    }

    private void count(ResidentBlock block, int more) {
        if (block.buffered) {
            buffered += more;
        } else {
            bytes += more * block.bytes;
        }
    }

    /// Of the main pool, the one that was asked about first among those that nothing holds; null when there is none.
    @Nullable
    ResidentBlock unheld() {
        return blocks.stream()
                .filter(block -> block.holds == 0 && !block.buffered)
                .findFirst()
                .orElse(null);
    }

    List<ResidentBlock> all() {
        return List.copyOf(blocks);
    }

    /// Of the main pool.
    long bytes() {
        return bytes;
    }

    /// Blocks of the prefetch buffer.
    int buffered() {
        return buffered;
    }
}
