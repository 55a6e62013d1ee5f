package io.forebay.core.recorder;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A flight recorder: the latest happenings of one process, oldest first, within a bound of their number and one of
/// their bytes; for a new one the oldest go.
///
/// What becomes of blocks is told one by one ([#block]) and kept as one happening while it is the same and the moment
/// is, so that a batch costs 8 bytes a block. Bytes are estimated on the high side; the batch that is still growing,
/// of at most [#MAX_BATCH] blocks, comes on top.
///
/// Soft state: losing it costs the answer to *why* about what has been, and changes no decision. One writer, who also
/// takes the snapshots that are searched elsewhere.
public final class Recorder {
    /// For so long the same counts as one happening.
    static final long MOMENT_NANOS = 10_000_000L;

    /// Blocks in one happening of [#block].
    static final int MAX_BATCH = 4_096;

    /// What a happening weighs besides its keys and words: the record, and its place in the ring.
    static final int BASE_BYTES = 160;

    private final int maxEvents;
    private final long maxBytes;
    private final ArrayDeque<Happening> ring = new ArrayDeque<>();
    private long bytes;
    private long forgotten;
    private @Nullable Open open;

    /// A happening that may still grow.
    private record Open(long atNanos, BlockChange change, String with, Keys.Batch batch) {
        boolean takes(long nowNanos, BlockChange next, String nextWith, BlockKey key) {
            return change == next
                    && nowNanos - atNanos < MOMENT_NANOS
                    && batch.count() < MAX_BATCH
                    && with.equals(nextWith)
                    && batch.namespace().equals(key.namespace());
        }

        Happening closed() {
            return new Happening.Blocks(atNanos, change, with, batch.keys());
        }
    }

    /// What the recorder holds at one moment; for any thread.
    ///
    /// @param happenings oldest first
    /// @param forgotten how many older ones it held before
    public record Snapshot(List<Happening> happenings, long forgotten, long bytes) {}

    /// @param maxEvents happenings that are kept, at least 1
    /// @param maxBytes bytes that they may weigh together, at least 1
    public Recorder(int maxEvents, long maxBytes) {
        Invariant.check(maxEvents >= 1 && maxBytes >= 1, "a recorder has room for something");
        this.maxEvents = maxEvents;
        this.maxBytes = maxBytes;
    }

    /// Something happened. One that is heavier than the whole bound is forgotten at once.
    public void record(Happening happening) {
        close();
        keep(happening);
    }

    /// The block met with this; it is one happening with others of this moment.
    ///
    /// @param with the other one it concerns; empty for none
    public void block(long nowNanos, BlockChange change, String with, BlockKey key) {
        Open current = open;
        if (current == null || !current.takes(nowNanos, change, with, key)) {
            close();
            current = new Open(nowNanos, change, with, new Keys.Batch(key));
            open = current;
        }
        current.batch.add(key.hash());
    }

    private void close() {
        Open last = open;
        if (last != null) {
            open = null;
            keep(last.closed());
        }
    }

    private void keep(Happening happening) {
        ring.add(happening);
        bytes += weightBytes(happening);
        while (ring.size() > maxEvents || bytes > maxBytes) {
            bytes -= weightBytes(ring.remove());
            forgotten++;
        }
    }

    /// Estimated on the high side, so that the bound holds. A function of the happening alone.
    static long weightBytes(Happening happening) {
        long words = 2L * happening.request().length() + 2L * happening.node().length();
        long more = switch (happening) {
            case Happening.OwnersNamed named ->
                named.owners() == null
                        ? 0
                        : named.owners().stream()
                                .mapToLong(owner -> 32 + 2L * owner.node().length())
                                .sum();
            case Happening.AttemptBegan began -> 2L * began.owner().length();
            case Happening.AttemptEnded ended ->
                2L * (ended.owner().length() + ended.detail().length());
            case Happening.Session session -> 2L * session.detail().length();
            case Happening.Blocks blocks -> 2L * blocks.with().length();
            case Happening.Reserved reserved -> 2L * reserved.instance().length();
            case Happening.Asked asked -> 2L * asked.instance().length();
            case Happening.Answered answered ->
                2L * answered.instance().length() + 24L * answered.outcomes().size();
            case Happening.BarrierBegan began -> 2L * began.instance().length();
            case Happening.BarrierEnded ended -> 2L * ended.instance().length() + 64;
            case Happening.Fetching fetching -> 0;
            case Happening.Fetched fetched -> 0;
        };
        return BASE_BYTES + words + more + happening.keys().weightBytes();
    }

    /// All of it as it is now. O(happenings), one reference each.
    public Snapshot snapshot() {
        close();
        return new Snapshot(List.copyOf(ring), forgotten, bytes);
    }
}
