package io.forebay.memory.backing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class PageReportTest {
    @Test
    void hugePagesOfTheRangeAreAddedUpWhateverTheirKind() {
        List<String> smaps = List.of(
                "200000-400000 rw-s 00000000 00:1a 5 /dev/shm/pool",
                "Rss:                2048 kB",
                "ShmemPmdMapped:     2048 kB",
                "400000-800000 rw-s 00200000 00:1a 5 /dev/shm/pool",
                "AnonHugePages:         0 kB",
                "ShmemPmdMapped:     4096 kB",
                "Private_Hugetlb:    2048 kB",
                "800000-c00000 rw-p 00000000 00:00 0",
                "AnonHugePages:      4096 kB");
        assertEquals(8L << 20, PageReport.hugeBytes(smaps, 0x200000, 0x800000));
        assertEquals(4L << 20, PageReport.hugeBytes(smaps, 0x800000, 0xc00000));
        assertEquals(0, PageReport.hugeBytes(smaps, 0x900000, 0xc00000));
    }

    @Test
    void pagesOnAnotherNodeThanTheArenasAreStray() {
        List<String> maps = List.of(
                "200000 prefer:0 file=/dev/shm/pool dirty=512 N0=500 N1=12 kernelpagesize_kB=4",
                "400000 prefer:1 file=/dev/shm/pool huge dirty=3 N1=3 N10=2 kernelpagesize_kB=2048",
                "600000 default");
        assertEquals(12 * 4096, PageReport.strayBytes(maps, 0x200000, 0x400000, 0));
        assertEquals(2L << 21, PageReport.strayBytes(maps, 0x400000, 0x600000, 1));
        assertEquals(500 * 4096, PageReport.strayBytes(maps, 0x200000, 0x400000, 1));
        assertEquals(0, PageReport.strayBytes(maps, 0x600000, 0x800000, 1));
    }

    @Test
    void theLimitOfLockedMemoryIsSaidWithItsUnit() {
        assertEquals(
                "8388608 bytes",
                Backing.lockLimit(List.of(
                        "Limit                     Soft Limit           Hard Limit           Units",
                        "Max locked memory         8388608              9388608              bytes")));
        assertEquals("unlimited", Backing.lockLimit(List.of("Max locked memory  unlimited  unlimited  bytes")));
        assertEquals("unknown", Backing.lockLimit(List.of("Max file locks  1  1  locks")));
    }
}
