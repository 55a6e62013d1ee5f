package io.forebay.core.ledger;

import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.prefetch.TaskAttempt;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/// What a ledger has yet to say of promotions: whose end goes with a registration, and what was used for the first
/// time. Bounded by the blocks of a prefetch buffer; gone with the session, whose master has the tasks. Changed by
/// [RegistrationLedger].
final class PromotionWords {
    /// When what waits here has been said, mostly.
    static final long SOON_NANOS = 10_000_000L;

    private final Map<BlockKey, TaskAttempt> promoted = new LinkedHashMap<>();
    private final Set<BlockKey> consumed = new LinkedHashSet<>();

    /// Whether the end of the task that brought the block has yet to be said: were the block to go before, the task
    /// would go on for nobody.
    boolean isUnsaid(BlockKey key) {
        return promoted.containsKey(key);
    }

    void promoted(BlockKey key, TaskAttempt attempt) {
        promoted.put(key, attempt);
    }

    void consumed(BlockKey key) {
        consumed.add(key);
    }

    /// Those that the master has, with this batch or before.
    List<Promoted> takePromoted(Predicate<BlockKey> told, int atMost) {
        List<Promoted> taken = new ArrayList<>();
        Iterator<Map.Entry<BlockKey, TaskAttempt>> oldest = promoted.entrySet().iterator();
        while (oldest.hasNext() && taken.size() < atMost) {
            Map.Entry<BlockKey, TaskAttempt> next = oldest.next();
            if (told.test(next.getKey())) {
                taken.add(new Promoted(next.getValue(), next.getKey()));
                oldest.remove();
            }
        }
        return taken;
    }

    List<BlockKey> takeConsumed(int atMost) {
        List<BlockKey> taken = consumed.stream().limit(atMost).toList();
        taken.forEach(consumed::remove);
        return taken;
    }

    void clear() {
        promoted.clear();
        consumed.clear();
    }

    /// The block has gone before the master heard of it.
    void forget(BlockKey key) {
        promoted.remove(key);
        consumed.remove(key);
    }

    /// Whether there is something to say now.
    boolean hasWord(Predicate<BlockKey> told) {
        return !consumed.isEmpty() || promoted.keySet().stream().anyMatch(told);
    }
}
