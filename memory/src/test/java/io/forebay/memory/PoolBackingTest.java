package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.extent.Extent;
import io.forebay.memory.backing.ArenaRange;
import io.forebay.memory.backing.BackingReport;
import io.forebay.memory.backing.BackingTerms;
import io.forebay.memory.backing.HugePages;
import io.forebay.memory.backing.MadeUpSystem;
import io.forebay.memory.backing.Memlock;
import io.forebay.memory.backing.NumaChoice;
import io.forebay.memory.backing.PageKind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// That a pool gets the memory that is asked for, as the kernel tells it.
class PoolBackingTest {
    private static final long MIB = 1 << 20;
    private static final long HUGE = 2 * MIB;
    private static final int GRANULE = 4096;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"huge=never", "huge=advise", "huge=within_size", "huge=always"})
    void transparentHugePagesAreThereWhateverTheTmpfsSaysOfThem(String option) throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=64m," + option);
                Pool pool = pool(tmpfs.directory(), 16 * MIB, HugePages.TRANSPARENT, Memlock.OFF)) {
            BackingReport report = pool.backing();
            assertEquals(PageKind.TRANSPARENT, report.pages());
            assertEquals(18 * MIB, report.hugeBytes(), report::toString);
            assertEquals(List.of(), report.warnings());
            assertEquals(0, pool.data().address() % HUGE);
            assertTrue(flags(pool).contains(" hg "), "later pages may be huge on older kernels too: " + flags(pool));
            writeAndReadFromAnotherMapping(pool);
        }
    }

    @Test
    void aTailThatIsNoWholeHugePageHasSmallOnes() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=64m");
                Pool pool = pool(tmpfs.directory(), 5 * MIB, HugePages.AUTO, Memlock.OFF)) {
            assertEquals(6 * MIB, pool.backing().hugeBytes());
            assertEquals(5 * MIB, pool.capacityBytes());
            assertEquals(7 * MIB, Files.size(pool.path()));
            pool.data().fill((byte) 1);
        }
    }

    @Test
    void withoutTheWishThereAreNone() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=64m");
                Pool pool = pool(tmpfs.directory(), 16 * MIB, HugePages.OFF, Memlock.OFF)) {
            assertEquals(PageKind.PLAIN, pool.backing().pages());
            assertEquals(0, pool.backing().hugeBytes());
            assertEquals("ordinary pages; not locked; one arena", pool.backing().words());
        }
    }

    @Test
    void aTmpfsThatIsTooSmallRefusesAsBefore() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=8m")) {
            IOException e = assertThrows(
                    IOException.class, () -> pool(tmpfs.directory(), 7 * MIB, HugePages.AUTO, Memlock.OFF));
            TestErrors.assertSays("asked for " + 9 * MIB + " bytes, " + 8 * MIB + " are free", e);
            assertNothingIn(directory);
        }
    }

    @Test
    void aLockedPoolShowsInTheProcesssLockedMemory() throws IOException {
        long before = lockedKib();
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=64m");
                Pool pool = pool(tmpfs.directory(), 16 * MIB, HugePages.AUTO, Memlock.ON)) {
            assertTrue(pool.backing().locked());
            assertEquals(before + 18 * 1024, lockedKib());
        }
        assertEquals(before, lockedKib());
    }

    @Test
    void pagesOfHugetlbfsCarryAPoolThatOthersMapToo() throws IOException {
        try (TestHugetlbfs reserve = TestHugetlbfs.mount(directory, 10);
                Pool pool = pool(reserve.directory(), 9 * MIB, HugePages.HUGETLB, Memlock.ON)) {
            assertEquals(PageKind.HUGETLB, pool.backing().pages());
            assertEquals(8 * MIB, pool.capacityBytes(), "whole huge pages");
            assertEquals(10 * MIB, pool.backing().hugeBytes());
            assertEquals(10 * MIB, Files.size(pool.path()));
            writeAndReadFromAnotherMapping(pool);
            IOException e = assertThrows(
                    IOException.class, () -> pool(reserve.directory(), 10 * MIB, HugePages.AUTO, Memlock.OFF, 2));
            TestErrors.assertSays("asked for " + 12 * MIB + " bytes, " + 10 * MIB + " are in the reserve", e);
            TestErrors.assertSays("raise vm.nr_hugepages by 1", e);
        }
    }

    @Test
    void aDemandThatTheDirectoryCannotMeetNamesTheSettingAndLeavesNothing() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=64m")) {
            IOException e =
                    assertThrows(IOException.class, () -> pool(tmpfs.directory(), MIB, HugePages.HUGETLB, Memlock.OFF));
            TestErrors.assertSays("pool.huge_pages is HUGETLB and pool.directory is on tmpfs", e);
            assertNothingIn(directory);
        }
    }

    @Test
    void aPoolOfManyNodesHasAnArenaOnEachAndSaysWhatCouldNotBeBound(@TempDir Path system) throws IOException {
        MadeUpSystem.withNodes(system, "0-3", "0-3", "0-3");
        BackingTerms terms = new BackingTerms(HugePages.OFF, Memlock.OFF, new NumaChoice.Auto(), system);
        PoolSettings settings = new PoolSettings(directory, 8 * MIB + GRANULE, GRANULE, 1, 0, terms);
        try (Pool pool = Pool.create(settings, "n", 1, 7)) {
            assertEquals(
                    List.of(0L, HUGE, 2 * HUGE, 3 * HUGE),
                    pool.backing().arenas().stream()
                            .map(ArenaRange::offsetBytes)
                            .toList());
            assertTrue(
                    pool.backing().warnings().stream().anyMatch(said -> said.contains("node 3 may lie anywhere")),
                    "this machine has no node 3: " + pool.backing().warnings());
            assertEquals(new Allocation.TooLarge(HUGE + GRANULE), pool.allocate(2 * HUGE, 1));
            assertEquals(4, pool.mostExtents(HUGE - GRANULE));
            Extent there = granted(pool, HUGE, 2);
            assertEquals(2 * HUGE, there.offsetBytes());
            assertEquals(2, pool.numaNode(there));
            assertEquals(3, pool.emptiestNode(), "the last arena has what is over");
            Extent fallback = granted(pool, GRANULE, 2);
            assertEquals(3, pool.numaNode(fallback));
            assertEquals(new ArenaFigures(2, HUGE, HUGE, 0), pool.arenas().get(2));
            assertEquals(HUGE + GRANULE, pool.usedBytes());
            pool.free(there);
            assertEquals(new ArenaFigures(2, HUGE, 0, HUGE), pool.arenas().get(2));
            assertTrue(pool.hasArena(3));
            assertFalse(pool.hasArena(4));
        }
    }

    @Test
    void theNodeOfThisMachineTakesItsArenaAndNothingIsStray() throws IOException {
        BackingTerms terms = BackingTerms.of(HugePages.AUTO, Memlock.OFF, new NumaChoice.Nodes(List.of(0)));
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=64m");
                Pool pool =
                        Pool.create(new PoolSettings(tmpfs.directory(), 16 * MIB, GRANULE, 2, 0, terms), "n", 1, 7)) {
            assertEquals(List.of(), pool.backing().warnings());
            assertTrue(pool.backing().words().endsWith("arenas of NUMA nodes 0: " + 16 * MIB + " bytes"));
            String map = numaMap(pool);
            assertTrue(map.contains(" prefer:0 "), map);
        }
    }

    private static void assertNothingIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
    }

    private static String numaMap(Pool pool) throws IOException {
        String at = Long.toHexString(pool.data().address());
        return Files.readAllLines(Path.of("/proc/self/numa_maps")).stream()
                .filter(line -> line.startsWith(at))
                .findFirst()
                .orElse("no mapping begins at " + at);
    }

    /// Of the mapping that begins with the head, or with the data if that is one of its own.
    private static String flags(Pool pool) throws IOException {
        List<String> smaps = Files.readAllLines(Path.of("/proc/self/smaps"));
        int mapping = 0;
        while (!smaps.get(mapping).endsWith(pool.path().toString())) {
            mapping++;
        }
        return smaps.subList(mapping, smaps.size()).stream()
                .filter(line -> line.startsWith("VmFlags:"))
                .findFirst()
                .orElse("no flags");
    }

    private static void writeAndReadFromAnotherMapping(Pool pool) throws IOException {
        Extent extent = TestPools.granted(pool, 3 * MIB + 5);
        try (EnginePool engine = EnginePool.open(pool.path(), pool.nonce());
                PeerPool peer = PeerPool.open(pool.path(), pool.nonce())) {
            engine.slice(extent).fill((byte) 0x5A);
            assertEquals((byte) 0x5A, pool.slice(extent).get(ValueLayout.JAVA_BYTE, 3 * MIB + 4));
            MemorySegment copy = MemorySegment.ofArray(new byte[(int) (3 * MIB + 5)]);
            assertTrue(peer.copyOut(extent, copy));
            assertEquals(-1, copy.mismatch(pool.slice(extent)));
        }
    }

    private static Extent granted(Pool pool, long bytes, int numaNode) {
        return switch (pool.allocate(bytes, numaNode)) {
            case Allocation.Granted granted -> granted.extent();
            case Allocation.Full full -> throw new AssertionError("the pool is full");
            case Allocation.TooLarge tooLarge -> throw new AssertionError("too large: " + tooLarge);
        };
    }

    private static long lockedKib() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmLck:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                .sum();
    }

    private static Pool pool(Path directory, long bytes, HugePages pages, Memlock lock) throws IOException {
        return pool(directory, bytes, pages, lock, 1);
    }

    private static Pool pool(Path directory, long bytes, HugePages pages, Memlock lock, long boot) throws IOException {
        BackingTerms terms = BackingTerms.of(pages, lock, new NumaChoice.Off());
        return Pool.create(new PoolSettings(directory, bytes, GRANULE, 2, 0, terms), "n", boot, 7);
    }
}
