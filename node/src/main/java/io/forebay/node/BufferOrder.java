package io.forebay.node;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which blocks lie in the prefetch buffer, and which of them is to go first: what was used, in the order in which that
/// was, then what still waits for its first use, the one that came first before others. Their leases end in about that
/// order. The main pool's policy knows none of them. Changed by [Residents] alone.
final class BufferOrder {
    private final Set<ResidentBlock> used = new LinkedHashSet<>();
    private final Set<ResidentBlock> unused = new LinkedHashSet<>();
    private long bytes;
    private long heldBytes;

    void admitted(ResidentBlock block) {
        (block.unused ? unused : used).add(block);
        bytes += block.bytes;
    }

    void used(ResidentBlock block) {
        if (unused.remove(block) || used.remove(block)) {
            used.add(block);
        }
        block.unused = false;
    }

    void gone(ResidentBlock block) {
        if (unused.remove(block) || used.remove(block)) {
            bytes -= block.bytes;
        }
    }

    /// Somebody holds this much more of a block, or less when it is negative: counted here if it lies in the buffer.
    ///
    /// @return what is to be counted elsewhere
    long held(ResidentBlock block, long change) {
        heldBytes += block.buffered ? change : 0;
        return block.buffered ? 0 : change;
    }

    /// The first that may go; null when none may.
    @Nullable
    ResidentBlock victim(Predicate<ResidentBlock> mayGo) {
        return used.stream()
                .filter(mayGo)
                .findFirst()
                .or(() -> unused.stream().filter(mayGo).findFirst())
                .orElse(null);
    }

    int blocks() {
        return used.size() + unused.size();
    }

    /// Of blocks that engines and peers hold, also of those that are in the order no more.
    long heldBytes() {
        return heldBytes;
    }

    /// Of its blocks.
    long bytes() {
        return bytes;
    }
}
