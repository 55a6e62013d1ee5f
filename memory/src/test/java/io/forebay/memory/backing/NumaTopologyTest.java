package io.forebay.memory.backing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NumaTopologyTest {
    @TempDir
    Path directory;

    @Test
    void aNodeIsUsableWithMemoryThatTheProcessMayUseAndNearWithProcessors() throws IOException {
        Path system = MadeUpSystem.withNodes(directory, "0-2,4", "0-1,3", "1-4");
        assertEquals(new NumaTopology(List.of(1, 2, 4), List.of(1)), NumaTopology.read(system));
    }

    @Test
    void aSystemThatDoesNotSayHasOneNode() throws IOException {
        assertEquals(new NumaTopology(List.of(0), List.of(0)), NumaTopology.read(directory));
    }

    @Test
    void theKernelsListsAreRead() {
        assertEquals(List.of(0, 1, 2, 5, 7, 8), NumaTopology.numbers("0-2,5,7-8\n"));
        assertEquals(List.of(3), NumaTopology.numbers("\t3"));
        assertEquals(List.of(), NumaTopology.numbers("\n"));
    }

    @Test
    void thisMachineHasANode() throws IOException {
        assertFalse(NumaTopology.read(Path.of("/")).near().isEmpty());
    }
}
