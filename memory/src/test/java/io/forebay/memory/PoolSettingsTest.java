package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PoolSettingsTest {
    private static final Path SOMEWHERE = Path.of("/somewhere");

    @Test
    void aPoolSmallerThanOneGranuleIsRefused() {
        refused("pool.size", "at least one granule of 65536", () -> settings(65_535, 65_536, 1, 0));
        refused("pool.size", "at least one granule", () -> settings(0, 4_096, 1, 0));
        refused("pool.size", "at least one granule", () -> settings(-1, 4_096, 1, 0));
    }

    @Test
    void aPoolOfMoreGranulesThanTheFormatHoldsIsRefused() {
        refused("pool.size", "the limit is 1099511627776", () -> settings((1L << 40) + 4_096, 4_096, 1, 0));
        refused("pool.size", "the limit is", () -> settings(Long.MAX_VALUE, 2 << 20, 1, 0));
        assertEquals(1L << 40, new PoolSettings(SOMEWHERE, 1L << 40, 4_096, 1, 0).sizeBytes());
    }

    @Test
    void aGranuleIsAPowerOfTwoWithinItsLimits() {
        refused("pool.granule", "power of two from 4096 to 2097152", () -> settings(1 << 30, 2_048, 1, 0));
        refused("pool.granule", "power of two", () -> settings(1 << 30, 12_288, 1, 0));
        refused("pool.granule", "power of two", () -> settings(1 << 30, 4 << 20, 1, 0));
        refused("pool.granule", "power of two", () -> settings(1 << 30, 0, 1, 0));
        refused("pool.granule", "power of two", () -> settings(1 << 30, Integer.MIN_VALUE, 1, 0));
    }

    @Test
    void threadsAndCapHaveLimits() {
        refused("pool.prefault_threads", "from 0 to 256", () -> settings(4_096, 4_096, 257, 0));
        refused("pool.prefault_threads", "from 0 to 256", () -> settings(4_096, 4_096, -1, 0));
        refused("pool.quarantine_cap", "is negative: -1", () -> settings(4_096, 4_096, 1, -1));
    }

    private static PoolSettings settings(long size, int granule, int threads, long cap) {
        return new PoolSettings(SOMEWHERE, size, granule, threads, cap);
    }

    private static void refused(String field, String why, Executable settings) {
        InvalidInput e = assertThrows(InvalidInput.class, settings);
        assertEquals(field, e.field());
        TestErrors.assertSays(why, e);
    }
}
