package io.forebay.bench.replay;

import io.forebay.bench.replay.ReplayEngine.Found;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.Layout;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/// The check of every byte of every hit. Safe from any thread, each with a copy buffer of its own.
public final class HitCheck {
    private static final int MAX_TOLD = 10;

    private final Layout layout;
    private final AtomicInteger told = new AtomicInteger();

    /// What a check came to.
    ///
    /// @param verifiedBytes that were the right ones
    /// @param corrupt blocks with a wrong byte
    /// @param gone blocks that went before they were read
    public record Checked(long verifiedBytes, int corrupt, int gone) {
        /// Of nothing.
        public static final Checked NONE = new Checked(0, 0, 0);

        /// Of both.
        public Checked plus(Checked other) {
            return new Checked(verifiedBytes + other.verifiedBytes, corrupt + other.corrupt, gone + other.gone);
        }
    }

    public HitCheck(Layout layout) {
        this.layout = layout;
    }

    /// The length of the hit prefix.
    public static int hits(List<Outcome> outcomes) {
        return (int) outcomes.stream().takeWhile(Outcome::isHit).count();
    }

    /// Reads all hits and compares each byte; says on standard error what is wrong, for the first few.
    ///
    /// @param ids of the blocks that the query asked for
    /// @param copy where a slot is read to, of at least a slot's bytes
    public Checked check(String requestId, List<Long> ids, Found found, MemorySegment copy) {
        int hits = hits(found.outcomes());
        Checked all = Checked.NONE;
        for (int block = 0; block < hits; block++) {
            all = all.plus(checkBlock(requestId, ids.get(block), block, found, copy));
        }
        return all;
    }

    private Checked checkBlock(String requestId, long id, int block, Found found, MemorySegment copy) {
        long verified = 0;
        for (int slot = 0; slot < layout.slotCount(); slot++) {
            if (!found.copy(block, slot, copy)) {
                return new Checked(verified, 0, 1);
            }
            OptionalLong wrong = BlockBytes.mismatch(id, slot, copy);
            if (wrong.isPresent()) {
                tell("corrupt: %s, block %d (id %d), slot %d, byte %d"
                        .formatted(requestId, block, id, slot, wrong.getAsLong()));
                return new Checked(verified, 1, 0);
            }
            verified += copy.byteSize();
        }
        return new Checked(verified, 0, 0);
    }

    /// The first few only: the report has the count.
    private void tell(String message) {
        if (told.getAndIncrement() < MAX_TOLD) {
            System.err.println(message);
        }
    }
}
