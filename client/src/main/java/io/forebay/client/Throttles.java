package io.forebay.client;

import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import java.util.LinkedHashMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keeps a router that is told *throttled* from asking for the same block again at once: the first pause is 100 ms,
/// each further one twice as long, up to 2 s, until the block is answered otherwise. Nothing is lost by that, since the
/// master itself tries a throttled block again.
///
/// Remembers [#MAX_KEYS] blocks; beyond them the one throttled longest ago is forgotten. Safe from any thread.
final class Throttles {
    static final int MAX_KEYS = 65_536;
    static final long FIRST_NANOS = 100_000_000L;
    static final long LONGEST_NANOS = 2_000_000_000L;

    private record Pause(PrefetchAnswer answer, long nanos, long untilNanos) {}

    private final LinkedHashMap<BlockKey, Pause> pauses = new LinkedHashMap<>();

    /// What the block was answered last, while it is not to be asked for again.
    synchronized Optional<PrefetchAnswer> heldBack(BlockKey key, long nowNanos) {
        Pause pause = pauses.get(key);
        return pause == null || pause.untilNanos - nowNanos <= 0 ? Optional.empty() : Optional.of(pause.answer);
    }

    /// A master has answered.
    synchronized void heard(BlockKey key, PrefetchAnswer answer, long nowNanos) {
        Pause before = pauses.remove(key);
        if (isThrottled(answer)) {
            long pause = nextNanos(before, nowNanos);
            pauses.put(key, new Pause(answer, pause, nowNanos + pause));
            if (pauses.size() > MAX_KEYS) {
                pauses.pollFirstEntry();
            }
        }
    }

    /// A block that was let alone for longer than any pause begins anew.
    private static long nextNanos(@Nullable Pause before, long nowNanos) {
        return before == null || nowNanos - before.untilNanos > LONGEST_NANOS
                ? FIRST_NANOS
                : Math.min(2 * before.nanos, LONGEST_NANOS);
    }

    private static boolean isThrottled(PrefetchAnswer answer) {
        return switch (answer.status()) {
            case THROTTLED_WATERMARK, THROTTLED_CAP -> true;
            case IN_MEMORY, QUEUED, NO_LOCAL_DISK, NOT_FOUND, TOO_LARGE -> false;
        };
    }
}
