package io.forebay.memory.backing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArenaRangeTest {
    private static final long UNIT = 2 << 20;
    private static final NumaTopology ONE = new NumaTopology(List.of(0), List.of(0));
    private static final NumaTopology TWO_AND_A_FAR_ONE = new NumaTopology(List.of(0, 1, 2), List.of(0, 1));

    @Test
    void aMachineOfOneNodeHasOneArenaBoundToNone() throws IOException {
        List<ArenaRange> one = List.of(new ArenaRange(0, 0, 5 * UNIT + 4096, false));
        assertEquals(one, ArenaRange.split(5 * UNIT + 4096, new NumaChoice.Auto(), ONE));
        assertEquals(one, ArenaRange.split(5 * UNIT + 4096, new NumaChoice.Off(), TWO_AND_A_FAR_ONE));
    }

    @Test
    void eachNodeWithProcessorsHasAnArenaOfWholeHugePages() throws IOException {
        assertEquals(
                List.of(new ArenaRange(0, 0, 2 * UNIT, true), new ArenaRange(1, 2 * UNIT, 3 * UNIT + 4096, true)),
                ArenaRange.split(5 * UNIT + 4096, new NumaChoice.Auto(), TWO_AND_A_FAR_ONE));
    }

    @Test
    void namedNodesHaveArenasInTheOrderOfTheirNames() throws IOException {
        assertEquals(
                List.of(new ArenaRange(2, 0, UNIT, true), new ArenaRange(0, UNIT, UNIT, true)),
                ArenaRange.split(2 * UNIT, new NumaChoice.Nodes(List.of(2, 0)), TWO_AND_A_FAR_ONE));
        assertEquals(
                List.of(new ArenaRange(0, 0, 4096, true)),
                ArenaRange.split(4096, new NumaChoice.Nodes(List.of(0)), ONE));
    }

    @Test
    void aPoolTooSmallForAnArenaOnEachNodeHasOneUnlessTheNodesWereNamed() throws IOException {
        assertEquals(
                List.of(new ArenaRange(0, 0, 2 * UNIT - 4096, false)),
                ArenaRange.split(2 * UNIT - 4096, new NumaChoice.Auto(), TWO_AND_A_FAR_ONE));
        refused("room for 1 arenas", 2 * UNIT - 4096, List.of(0, 1));
    }

    @Test
    void aNodeWithoutMemoryForThisProcessIsRefused() {
        refused("names node 3; those with memory for this process are [0, 1, 2]", 8 * UNIT, List.of(0, 3));
    }

    @Test
    void aListOfNodesNamesEachOnceAndNoneThatNoKernelHas() {
        assertThrows(InvalidInput.class, () -> new NumaChoice.Nodes(List.of()));
        assertThrows(InvalidInput.class, () -> new NumaChoice.Nodes(List.of(1, 1)));
        assertThrows(InvalidInput.class, () -> new NumaChoice.Nodes(List.of(-1)));
        assertThrows(InvalidInput.class, () -> new NumaChoice.Nodes(List.of(1_024)));
        assertEquals(1_023, new NumaChoice.Nodes(List.of(1_023)).numbers().getFirst());
    }

    @Test
    void arenasAreTheWholeInOrderWithBoundsThatNoHugePageCrosses() throws IOException {
        List<Integer> nodes = List.of(0, 1, 2, 3);
        NumaTopology four = new NumaTopology(nodes, nodes);
        for (long bytes = 4 * UNIT; bytes < 13 * UNIT; bytes += UNIT / 2) {
            List<ArenaRange> arenas = ArenaRange.split(bytes, new NumaChoice.Auto(), four);
            long end = 0;
            for (ArenaRange arena : arenas) {
                assertEquals(end, arena.offsetBytes());
                assertEquals(0, arena.offsetBytes() % UNIT);
                assertTrue(Math.abs(arena.sizeBytes() - bytes / 4) < 2 * UNIT, arenas::toString);
                end += arena.sizeBytes();
            }
            assertEquals(bytes, end);
            assertEquals(4, arenas.size());
        }
    }

    private static void refused(String why, long bytes, List<Integer> nodes) {
        NumaChoice named = new NumaChoice.Nodes(nodes);
        IOException e = assertThrows(IOException.class, () -> ArenaRange.split(bytes, named, TWO_AND_A_FAR_ONE));
        assertTrue(String.valueOf(e.getMessage()).contains(why), e::toString);
        assertTrue(String.valueOf(e.getMessage()).startsWith("pool.numa "), e::toString);
    }
}
