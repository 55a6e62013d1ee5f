package io.forebay.memory.ssd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.TestProcess;
import io.forebay.memory.ssd.terms.SsdRecord;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Blocks of random layouts, saved by one process and loaded by another.
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OtherProcessTest {
    private static final int LAYOUTS = 25;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatOneProcessSavesAnotherLoads(long seed) throws IOException {
        try (TestProcess writer = TestProcess.start(
                LayoutWriter.class, directory.toString(), String.valueOf(seed), String.valueOf(LAYOUTS))) {
            assertEquals("written", writer.firstLine());
        }
        List<Layout> layouts = LayoutWriter.layouts(seed, LAYOUTS);
        try (TestTier ssd = TestTier.open(directory)) {
            Set<Layout> found = ssd.tier.inventory().records().stream()
                    .map(SsdRecord::layout)
                    .collect(Collectors.toSet());
            assertEquals(new HashSet<>(layouts), found, "the inventory says each layout, before any engine has come");
            for (Layout layout : layouts) {
                for (int number = 0; number < LayoutWriter.BLOCKS; number++) {
                    assertTrue(ssd.loads(number, layout), number + " of " + layout);
                }
            }
            otherLayoutsAreRefused(ssd, layouts);
        }
    }

    /// A block of one layout is never had with another.
    private static void otherLayoutsAreRefused(TestTier ssd, List<Layout> layouts) {
        for (Layout other : LayoutWriter.layouts(99, LAYOUTS)) {
            if (!layouts.contains(other)) {
                assertFalse(ssd.has(0, other), other.toString());
            }
            TestBlock block = TestBlock.of(0, layouts.getFirst());
            BlockKey key = TestBlock.key(0, other);
            List<SsdSlot> slots =
                    block.slots().stream().map(slot -> new SsdSlot(slot, 0, 0)).toList();
            InvalidInput refused = assertThrows(
                    InvalidInput.class, () -> new SsdWrite(key, block.home().layout(), slots));
            assertEquals("namespace.fingerprint", refused.field());
        }
    }
}
