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

    /// Of its blocks.
    long bytes() {
        return bytes;
    }
}
