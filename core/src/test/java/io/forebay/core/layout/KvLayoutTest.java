package io.forebay.core.layout;

import static io.forebay.core.layout.KvLayout.Order.LAYER_FIRST;
import static io.forebay.core.layout.KvLayout.Order.PAGE_FIRST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class KvLayoutTest {
    private static final KvLayout LAYOUT = new KvLayout(3, 2, 1_000, 512);

    /// As a sparse-attention model has them: layers of different sizes, padded for direct IO.
    private static final KvLayout PAGES = new KvLayout(PAGE_FIRST, 0, 2, 2, List.of(8_848L, 512L, 1L), 512);

    private static void refused(String field, Executable call) {
        assertEquals(field, assertThrows(InvalidInput.class, call).field());
    }

    @Test
    void aBlockHasASlotForEachLayerAndRank() {
        assertEquals(6, LAYOUT.slotCount());
        assertEquals(2, LAYOUT.ranks());
        assertEquals(5, LAYOUT.slot(2, 1));
    }

    @Test
    void theRanksShareTheSlotsWithoutGapOrOverlap() {
        List<Integer> all = new ArrayList<>();
        for (int rank = 0; rank < LAYOUT.ranks(); rank++) {
            all.addAll(LAYOUT.slotsOfRank(rank));
        }
        assertEquals(List.of(0, 2, 4), LAYOUT.slotsOfRank(0));
        assertEquals(
                IntStream.range(0, 6).boxed().toList(), all.stream().sorted().toList());
    }

    @Test
    void segmentsAreAlignedAndLieWithinTheSlot() {
        assertEquals(2_048, LAYOUT.slotBytes());
        assertEquals(List.of(new Segment(0, 1_000), new Segment(1_024, 1_000)), LAYOUT.segments());
        assertEquals(6 * 2_048, LAYOUT.blockBytes());
    }

    @Test
    void aSegmentThatIsAMultipleOfTheAlignmentNeedsNoPadding() {
        assertEquals(2_048, new KvLayout(1, 1, 1_024, 512).slotBytes());
    }

    @Test
    void sizesBeyondAnIntAreCounted() {
        KvLayout large = new KvLayout(4_096, 16, 1L << 30, 1);
        assertEquals(65_536L * (2L << 30), large.blockBytes());
    }

    @Test
    void aPageHasAllLayersOfItsRankEachAtTheSumOfThePaddedSizesBeforeIt() {
        assertEquals(2, PAGES.slotCount());
        assertEquals(List.of(1), PAGES.slotsOfRank(1));
        assertEquals(1, PAGES.slot(2, 1));
        assertEquals(
                List.of(
                        new Segment(0, 8_848),
                        new Segment(9_216, 8_848),
                        new Segment(18_432, 512),
                        new Segment(18_944, 512),
                        new Segment(19_456, 1),
                        new Segment(19_968, 1)),
                PAGES.segments());
        assertEquals(20_480, PAGES.slotBytes());
        assertEquals(new Segment(19_968, 1), PAGES.segments().get(PAGES.segment(2, 1)));
    }

    @Test
    void aJointSegmentHasNoValuesBesideIt() {
        KvLayout joint = new KvLayout(LAYER_FIRST, 0, 1, 1, List.of(1_000L, 1_000L), 512);
        assertEquals(List.of(new Segment(0, 1_000)), joint.segments());
        assertEquals(2, joint.slotCount());
        assertEquals(1_024, joint.slotBytes());
        refused("part", () -> joint.segment(0, 1));
    }

    @Test
    void layerFirstLayersHaveOneSize() {
        refused("layout.layer_bytes", () -> new KvLayout(LAYER_FIRST, 0, 1, 2, List.of(1L, 2L), 1));
    }

    /// Blocks that were stored keep their namespace from release to release.
    @Test
    void fingerprintsStay() {
        assertEquals("be782170aa7dbb1c6eb89ee304e8e931", LAYOUT.fingerprint());
        assertEquals("314c3543908d19868038a30a7edd57d2", PAGES.fingerprint());
    }

    @Test
    void anyOtherLayoutHasAnotherFingerprint() {
        Set<String> prints = new HashSet<>();
        for (KvLayout layout : List.of(
                LAYOUT,
                new KvLayout(2, 2, 1_000, 512),
                new KvLayout(3, 1, 1_000, 512),
                new KvLayout(3, 2, 1_001, 512),
                new KvLayout(3, 2, 1_000, 256),
                new KvLayout(LAYER_FIRST, 1, 2, 2, KvLayout.copies(3, 1_000), 512),
                new KvLayout(LAYER_FIRST, 0, 2, 1, KvLayout.copies(3, 1_000), 512),
                new KvLayout(PAGE_FIRST, 0, 2, 2, KvLayout.copies(3, 1_000), 512),
                new KvLayout(PAGE_FIRST, 0, 2, 2, List.of(1_000L, 1_000L, 999L), 512),
                new KvLayout(PAGE_FIRST, 0, 2, 2, List.of(1_000L, 999L, 1_000L), 512))) {
            prints.add(layout.fingerprint());
        }
        assertEquals(10, prints.size());
        assertEquals(LAYOUT.fingerprint(), new KvLayout(3, 2, 1_000, 512).fingerprint());
        assertTrue(LAYOUT.fingerprint().matches("[0-9a-f]{32}"));
    }

    @Test
    void everyRangeIsChecked() {
        refused("layout.layers", () -> new KvLayout(0, 1, 1, 1));
        refused("layout.layers", () -> new KvLayout(4_097, 1, 1, 1));
        refused("layout.tensor_parallel", () -> new KvLayout(1, 0, 1, 1));
        refused("layout.tensor_parallel", () -> new KvLayout(1, 1_025, 1, 1));
        refused("layout.segment_bytes", () -> new KvLayout(1, 1, 0, 1));
        refused("layout.segment_bytes", () -> new KvLayout(1, 1, (1L << 30) + 1, 1));
        refused("layout.alignment", () -> new KvLayout(1, 1, 1, 0));
        refused("layout.alignment", () -> new KvLayout(1, 1, 1, 3));
        refused("layout.alignment", () -> new KvLayout(1, 1, 1, 4 << 20));
        refused("layout.layers", () -> new KvLayout(PAGE_FIRST, 0, 1, 2, List.of(), 1));
        refused("layout.group", () -> new KvLayout(PAGE_FIRST, -1, 1, 2, List.of(1L), 1));
        refused("layout.group", () -> new KvLayout(PAGE_FIRST, 65_536, 1, 2, List.of(1L), 1));
        refused("layout.parts", () -> new KvLayout(PAGE_FIRST, 0, 1, 0, List.of(1L), 1));
        refused("layout.parts", () -> new KvLayout(PAGE_FIRST, 0, 1, 3, List.of(1L), 1));
        refused("layout.segment_bytes", () -> new KvLayout(PAGE_FIRST, 0, 1, 2, List.of(1L, 0L), 1));
        refused("layout.slots", () -> new KvLayout(4_096, 17, 1, 1));
    }

    @Test
    void theLargestValuesAreTaken() {
        assertEquals(65_536, new KvLayout(64, 1_024, 1L << 30, 2 << 20).slotCount());
        assertEquals(4_096, new KvLayout(4_096, 1, 1, 1).slotCount());
    }

    @Test
    void aSlotThatTheLayoutDoesNotHaveIsRefused() {
        refused("layer", () -> LAYOUT.slot(3, 0));
        refused("layer", () -> LAYOUT.slot(-1, 0));
        refused("rank", () -> LAYOUT.slot(0, 2));
        refused("rank", () -> LAYOUT.slotsOfRank(2));
        refused("rank", () -> LAYOUT.slotsOfRank(-1));
    }
}
