package io.forebay.core.layout;

import io.forebay.core.answer.InvalidInput;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The layout of an attention cache, in one of two orders. A layer has one segment on each rank (joint, as with latent
/// attention) or two (K, then V).
///
/// ```
/// LAYER_FIRST: slot(layer, rank) = layer × tensorParallel + rank; every layer has one size
///   slot   ┌ K: bytes ┬ padding ┬ V: bytes ┬ padding ┐              shape of a segment: [token, head, dim]
///          └── stride, a multiple of alignment ──────┘
/// PAGE_FIRST:  slot(rank) = rank: a page of all layers, each at the sum of the padded sizes before it
///   slot   ┌ K of layer 0 ┬ V of layer 0 ┬ K of layer 1 ┬ …         (each padded to the alignment)
/// ```
///
/// A model whose layers form groups with block chains of their own (full attention beside a sliding window, say) has a
/// layout for each group, hence a namespace for each: the group's number tells apart groups of one shape.
///
/// @param group 0–65,535; 0 where there is only one
/// @param tensorParallel ranks that share the heads, 1–1,024
/// @param parts segments of a layer on a rank: 2 for K and V, 1 where they are joint
/// @param layerBytes for each of 1–4,096 layers the bytes of one segment on one rank, 1 byte–1 GiB
/// @param alignment bytes; a power of two, 1–2 MiB; each segment starts at a multiple of it
public record KvLayout(Order order, int group, int tensorParallel, int parts, List<Long> layerBytes, int alignment)
        implements Layout {
    /// What a slot holds.
    public enum Order {
        /// One layer of one rank.
        LAYER_FIRST,
        /// All layers of one rank.
        PAGE_FIRST
    }

    private static final int MAX_SLOTS = 65_536;

    public KvLayout {
        layerBytes = List.copyOf(layerBytes);
        between("layout.layers", layerBytes.size(), 1, 4_096);
        between("layout.group", group, 0, 65_535);
        between("layout.tensor_parallel", tensorParallel, 1, 1_024);
        between("layout.parts", parts, 1, 2);
        layerBytes.forEach(bytes -> between("layout.segment_bytes", bytes, 1, 1L << 30));
        between("layout.alignment", alignment, 1, 2 << 20);
        InvalidInput.unless(
                Integer.bitCount(alignment) == 1, "layout.alignment", "is " + alignment + ", not a power of two");
        if (order == Order.LAYER_FIRST) {
            between("layout.slots", (long) layerBytes.size() * tensorParallel, 1, MAX_SLOTS);
            InvalidInput.unless(
                    new HashSet<>(layerBytes).size() == 1,
                    "layout.layer_bytes",
                    "has different sizes, which only a page-first layout may have");
        }
    }

    /// Layer-first, with K and V apart.
    ///
    /// @param layers 1–4,096
    /// @param segmentBytes bytes of K (and of V) of one layer on one rank, 1 byte–1 GiB
    public KvLayout(int layers, int tensorParallel, long segmentBytes, int alignment) {
        this(Order.LAYER_FIRST, 0, tensorParallel, 2, copies(layers, segmentBytes), alignment);
    }

    /// As many layers of one size.
    public static List<Long> copies(int layers, long segmentBytes) {
        between("layout.layers", layers, 1, 4_096);
        return Collections.nCopies(layers, segmentBytes);
    }

    private static void between(String field, long value, long min, long max) {
        InvalidInput.unless(
                value >= min && value <= max, field, "is " + value + "; it must be from " + min + " to " + max);
    }

    @Override
    public String fingerprint() {
        StringBuilder form = new StringBuilder("kv ")
                .append(order == Order.LAYER_FIRST ? "layer-first" : "page-first")
                .append(" layers=%d tp=%d segment=%s align=%d".formatted(layers(), tensorParallel, sizes(), alignment));
        // What most layouts have alike is left out.
        if (parts != 2) {
            form.append(" parts=").append(parts);
        }
        if (group != 0) {
            form.append(" group=").append(group);
        }
        try {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(form.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private String sizes() {
        return isUniform()
                ? Long.toString(layerBytes.getFirst())
                : layerBytes.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /// Whether every layer has one size.
    public boolean isUniform() {
        return layerBytes.stream().allMatch(layerBytes.getFirst()::equals);
    }

    /// 1–4,096.
    public int layers() {
        return layerBytes.size();
    }

    @Override
    public int ranks() {
        return tensorParallel;
    }

    @Override
    public int slotCount() {
        return switch (order) {
            case LAYER_FIRST -> layers() * tensorParallel;
            case PAGE_FIRST -> tensorParallel;
        };
    }

    /// The slot that has one layer on one rank. Refuses what the layout does not have.
    public int slot(int layer, int rank) {
        between("layer", layer, 0, layers() - 1L);
        between("rank", rank, 0, tensorParallel - 1L);
        return switch (order) {
            case LAYER_FIRST -> layer * tensorParallel + rank;
            case PAGE_FIRST -> rank;
        };
    }

    /// Where in its slot a layer's part lies, an index of [#segments]. Refuses what the layout does not have.
    ///
    /// @param part 0 for K or the joint segment, 1 for V
    public int segment(int layer, int part) {
        between("layer", layer, 0, layers() - 1L);
        between("part", part, 0, parts - 1L);
        return switch (order) {
            case LAYER_FIRST -> part;
            case PAGE_FIRST -> layer * parts + part;
        };
    }

    @Override
    public List<Integer> slotsOfRank(int rank) {
        between("rank", rank, 0, tensorParallel - 1L);
        return IntStream.range(0, layers())
                .mapToObj(layer -> slot(layer, rank))
                .distinct()
                .toList();
    }

    private long padded(long bytes) {
        return (bytes + alignment - 1) & -alignment;
    }

    @Override
    public long slotBytes() {
        return switch (order) {
            case LAYER_FIRST -> parts * padded(layerBytes.getFirst());
            case PAGE_FIRST ->
                parts * layerBytes.stream().mapToLong(this::padded).sum();
        };
    }

    @Override
    public List<Segment> segments() {
        List<Segment> segments = new ArrayList<>();
        long offset = 0;
        for (long bytes : order == Order.LAYER_FIRST ? layerBytes.subList(0, 1) : layerBytes) {
            for (int part = 0; part < parts; part++) {
                segments.add(new Segment(offset, bytes));
                offset += padded(bytes);
            }
        }
        return segments;
    }
}
