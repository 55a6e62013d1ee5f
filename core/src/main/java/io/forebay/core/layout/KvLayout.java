package io.forebay.core.layout;

import io.forebay.core.answer.InvalidInput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/// The layer-first layout of an attention cache: one slot for each (layer, rank), with a K and a V segment in each.
///
/// ```
/// slot(layer, rank) = layer × tensorParallel + rank
/// slot   ┌ K: segmentBytes ┬ padding ┬ V: segmentBytes ┬ padding ┐    shape of a segment: [token, head, dim]
///        └──── stride, a multiple of alignment ────────┴─────────┘
/// ```
///
/// @param layers 1–4,096
/// @param tensorParallel ranks that share the heads, 1–1,024
/// @param segmentBytes bytes of K (and of V) of one layer on one rank, 1 byte–1 GiB
/// @param alignment bytes; a power of two, 1–2 MiB; each segment starts at a multiple of it
public record KvLayout(int layers, int tensorParallel, long segmentBytes, int alignment) implements Layout {
    private static final int MAX_SLOTS = 65_536;

    public KvLayout {
        between("layout.layers", layers, 1, 4_096);
        between("layout.tensor_parallel", tensorParallel, 1, 1_024);
        between("layout.segment_bytes", segmentBytes, 1, 1L << 30);
        between("layout.alignment", alignment, 1, 2 << 20);
        InvalidInput.unless(
                Integer.bitCount(alignment) == 1, "layout.alignment", "is " + alignment + ", not a power of two");
        between("layout.slots", (long) layers * tensorParallel, 1, MAX_SLOTS);
    }

    private static void between(String field, long value, long min, long max) {
        InvalidInput.unless(
                value >= min && value <= max, field, "is " + value + "; it must be from " + min + " to " + max);
    }

    @Override
    public String fingerprint() {
        String form = "kv layer-first layers=%d tp=%d segment=%d align=%d"
                .formatted(layers, tensorParallel, segmentBytes, alignment);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(form.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public int ranks() {
        return tensorParallel;
    }

    @Override
    public int slotCount() {
        return layers * tensorParallel;
    }

    /// The slot of one layer on one rank. Refuses what the layout does not have.
    public int slot(int layer, int rank) {
        between("layer", layer, 0, layers - 1L);
        between("rank", rank, 0, tensorParallel - 1L);
        return layer * tensorParallel + rank;
    }

    @Override
    public List<Integer> slotsOfRank(int rank) {
        between("rank", rank, 0, tensorParallel - 1L);
        return IntStream.range(0, layers).mapToObj(layer -> slot(layer, rank)).toList();
    }

    /// Bytes from the start of K to the start of V.
    public long strideBytes() {
        return (segmentBytes + alignment - 1) & -alignment;
    }

    @Override
    public long slotBytes() {
        return 2 * strideBytes();
    }

    @Override
    public List<Segment> segments() {
        return List.of(new Segment(0, segmentBytes), new Segment(strideBytes(), segmentBytes));
    }
}
