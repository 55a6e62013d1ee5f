package io.forebay.core.eviction;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Two classes of blocks: those that enough others have, too, go before all that they have not, the least recently
/// used one first; among the rest a policy decides. A block that was made spare stays so, also when it comes back.
public final class SpareFirst<B extends Evictable> implements EvictionPolicy<B> {
    private final Moments moments = new Moments();
    private final Lru<B> spares = new Lru<>(moments);
    private final EvictionPolicy<B> rest;

    /// @param kind decides among the blocks that are not spare
    /// @param capacity blocks that the tier will hold, about
    /// @param seed asked once where something is left to chance
    public SpareFirst(EvictionKind kind, int capacity, LongSupplier seed) {
        rest = switch (kind) {
            case LRU -> new Lru<>(moments);
            case CHI -> new Chi<>(capacity, seed.getAsLong());
        };
    }

    private EvictionPolicy<B> policyOf(B block) {
        return block.spare ? spares : rest;
    }

    /// Others have `block`, too. Without effect when it is not admitted.
    public void spare(B block) {
        if (block.admitted && !block.spare) {
            rest.gone(block);
            block.spare = true;
            spares.take(block);
        }
    }

    @Override
    public void requested(BlockPath path, SessionHint hint) {
        rest.requested(path, hint);
    }

    @Override
    public void admitted(B block) {
        block.admitted = true;
        use(block);
        policyOf(block).admitted(block);
    }

    @Override
    public void used(B block) {
        use(block);
        policyOf(block).used(block);
    }

    /// Whatever policy has it: its last use is where it stands when it becomes spare.
    private void use(B block) {
        block.usedMoment = moments.next();
    }

    @Override
    public void gone(B block) {
        block.admitted = false;
        policyOf(block).gone(block);
    }

    @Override
    public @Nullable B dueVictim(ToLongFunction<B> stayNanos, long nowNanos) {
        B spare = spares.dueVictim(stayNanos, nowNanos);
        return spare != null ? spare : rest.dueVictim(stayNanos, nowNanos);
    }

    /// Spare blocks that have to stay are asked about again only when none of the rest may go either.
    @Override
    public @Nullable B victim(ToLongFunction<B> stayNanos, long nowNanos) {
        B due = dueVictim(stayNanos, nowNanos);
        B spare = due != null ? due : spares.victim(stayNanos, nowNanos);
        return spare != null ? spare : rest.victim(stayNanos, nowNanos);
    }

    @Override
    public int size() {
        return spares.size() + rest.size();
    }
}
