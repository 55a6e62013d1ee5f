package io.forebay.memory.backing;

import java.nio.file.Path;

/// What an operator asks of the memory behind a pool.
///
/// @param system where `proc` and `sys` are; `/` but in tests
public record BackingTerms(HugePages hugePages, Memlock memlock, NumaChoice numa, Path system) {
    /// Nothing in particular: ordinary pages, in one arena, not locked.
    public static final BackingTerms PLAIN = of(HugePages.OFF, Memlock.OFF, new NumaChoice.Off());

    /// Of the system that this process runs on.
    public static BackingTerms of(HugePages hugePages, Memlock memlock, NumaChoice numa) {
        return new BackingTerms(hugePages, memlock, numa, Path.of("/"));
    }
}
