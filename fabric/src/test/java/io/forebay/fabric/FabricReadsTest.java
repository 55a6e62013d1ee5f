package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FabricReadsTest {
    private static final int MAX = FabricPeer.MAX_RANGES_IN_FLIGHT;

    @Test
    void roomComesBackWhenAReadIsOverAndARefusedOneTookNone() {
        FabricReads reads = new FabricReads();
        ReadRange range = new ReadRange(0, 0, 1, MemorySegment.NULL);
        ReadTask task = new ReadTask(List.of(Collections.nCopies(MAX - 1, range)), new Recorder(), reads::leave);
        assertTrue(reads.enter(MAX - 1));
        assertFalse(reads.enter(2));
        assertFalse(reads.enter(Integer.MAX_VALUE));
        assertTrue(reads.enter(1));
        assertFalse(reads.enter(1));
        task.cancel();
        assertTrue(reads.enter(MAX - 1));
        assertFalse(reads.enter(1));
    }
}
