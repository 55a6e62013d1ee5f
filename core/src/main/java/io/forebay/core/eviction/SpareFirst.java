package io.forebay.core.eviction;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Two classes of blocks: those that enough others have, too, go before all that they have not, the least recently
/// used one first; among the rest a policy decides. A block that was made spare stays so, also when it comes back.
public final class SpareFirst<B extends Evictable> implements EvictionPolicy<B> {
    private final Lru<B> spares = new Lru<>();
    private final EvictionPolicy<B> rest;

    /// @param rest decides among the blocks that are not spare; fresh
    public SpareFirst(EvictionPolicy<B> rest) {
        this.rest = rest;
    }

    private EvictionPolicy<B> policyOf(B block) {
        return block.spare ? spares : rest;
    }

    /// Others have `block`, too. Without effect when it is not admitted.
    public void spare(B block) {
        if (block.admitted && !block.spare) {
            rest.gone(block);
            block.spare = true;
            spares.admitted(block);
        }
    }

    @Override
    public void requested(BlockPath path, SessionHint hint) {
        rest.requested(path, hint);
    }

    @Override
    public void admitted(B block) {
        block.admitted = true;
        policyOf(block).admitted(block);
    }

    @Override
    public void used(B block) {
        policyOf(block).used(block);
    }

    @Override
    public void gone(B block) {
        block.admitted = false;
        policyOf(block).gone(block);
    }

    @Override
    public @Nullable B victim(ToLongFunction<B> stayNanos, long nowNanos) {
        B spare = spares.victim(stayNanos, nowNanos);
        return spare != null ? spare : rest.victim(stayNanos, nowNanos);
    }

    @Override
    public int size() {
        return spares.size() + rest.size();
    }
}
