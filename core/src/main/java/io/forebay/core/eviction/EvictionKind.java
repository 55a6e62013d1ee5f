package io.forebay.core.eviction;

import io.forebay.core.answer.InvalidInput;
import java.util.Locale;

/// The eviction policies there are, by name.
public enum EvictionKind {
    /// Least recently used first.
    LRU,
    /// Least worth waiting for first, as learned: [Chi].
    CHI;

    /// The policy called so, in lower case; another name is refused, as that of `field`.
    public static EvictionKind named(String name, String field) {
        for (EvictionKind kind : values()) {
            if (kind.word().equals(name)) {
                return kind;
            }
        }
        throw new InvalidInput(field, "is '" + name + "'; known: lru, chi");
    }

    /// What it is called in settings and reports.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// A fresh policy of this kind.
    ///
    /// @param capacity blocks that the tier will hold, about
    /// @param seed of what it leaves to chance
    public <B extends Evictable> EvictionPolicy<B> policy(int capacity, long seed) {
        return switch (this) {
            case LRU -> new Lru<>();
            case CHI -> new Chi<>(capacity, seed);
        };
    }
}
