package io.forebay.core.layout;

import io.forebay.core.answer.InvalidInput;
import java.util.List;
import java.util.stream.IntStream;

/// The layout of a foreign value of at most so many bytes, whose inside nobody here knows: one rank, and slots of
/// one size that lie end to end. A large value has several, so that its room can be asked for as its bytes come.
///
/// ```
/// slot 0 ┌ bytes ┐ slot 1 ┌ bytes ┐ … last ┌ bytes ┬ what its owner keeps with it ┐
///        └ 4 MiB or less, whole pages       ┘
/// ```
///
/// @param maxBytes room in all slots together, 1 byte–513 MiB; [#holding] gives one that has no byte to spare
public record Opaque(long maxBytes) implements Layout {
    /// The largest room of a value: 512 MiB and what is kept with it.
    public static final long MAX_BYTES = 513L << 20;

    private static final long LARGEST_SLOT_BYTES = 4L << 20;
    private static final long PAGE_BYTES = 4L << 10;
    /// What no digest begins with but by a chance of 1 in 2^64.
    private static final String MARK = "0".repeat(16);

    public Opaque {
        InvalidInput.unless(
                maxBytes >= 1 && maxBytes <= MAX_BYTES,
                "layout.max_bytes",
                "is " + maxBytes + "; it must be from 1 to " + MAX_BYTES);
    }

    /// The layout whose slots hold `bytes`, and as little more as whole pages allow.
    public static Opaque holding(long bytes) {
        Opaque asked = new Opaque(bytes);
        return new Opaque(asked.blockBytes());
    }

    /// Whether a namespace's fingerprint is that of such a layout.
    public static boolean isFingerprint(String fingerprint) {
        return fingerprint.startsWith(MARK);
    }

    /// Says the size instead of a digest, so that such namespaces are known by it.
    @Override
    public String fingerprint() {
        return MARK + "%016x".formatted(maxBytes);
    }

    @Override
    public int ranks() {
        return 1;
    }

    @Override
    public int slotCount() {
        return (int) ((maxBytes + LARGEST_SLOT_BYTES - 1) / LARGEST_SLOT_BYTES);
    }

    @Override
    public long slotBytes() {
        long each = (maxBytes + slotCount() - 1) / slotCount();
        return (each + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    @Override
    public List<Integer> slotsOfRank(int rank) {
        InvalidInput.unless(rank == 0, "rank", "is " + rank + "; it must be from 0 to 0");
        return IntStream.range(0, slotCount()).boxed().toList();
    }

    @Override
    public List<Segment> segments() {
        return List.of(new Segment(0, slotBytes()));
    }
}
