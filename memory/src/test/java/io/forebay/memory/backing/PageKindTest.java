package io.forebay.memory.backing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageKindTest {
    private static final MountPoint TMPFS = new MountPoint(Path.of("/dev/shm"), "tmpfs");
    private static final MountPoint RESERVED = new MountPoint(Path.of("/huge"), "hugetlbfs");
    private static final MountPoint DISK = new MountPoint(Path.of("/"), "ext4");

    @Test
    void autoTakesTheBestThatTheDirectoryHas() throws IOException {
        assertEquals(PageKind.HUGETLB, PageKind.choose(HugePages.AUTO, RESERVED, 2 << 20));
        assertEquals(PageKind.TRANSPARENT, PageKind.choose(HugePages.AUTO, TMPFS, 4096));
        assertEquals(PageKind.PLAIN, PageKind.choose(HugePages.AUTO, DISK, 4096));
    }

    @Test
    void whatIsDemandedIsTaken() throws IOException {
        assertEquals(PageKind.HUGETLB, PageKind.choose(HugePages.HUGETLB, RESERVED, 2 << 20));
        assertEquals(PageKind.TRANSPARENT, PageKind.choose(HugePages.TRANSPARENT, TMPFS, 4096));
        assertEquals(PageKind.PLAIN, PageKind.choose(HugePages.OFF, TMPFS, 4096));
        assertEquals(PageKind.PLAIN, PageKind.choose(HugePages.OFF, DISK, 4096));
    }

    @Test
    void whatTheDirectoryCannotHaveIsRefusedWithWhatToDo() {
        refused("mount -t hugetlbfs", HugePages.HUGETLB, TMPFS, 4096);
        refused("only a tmpfs", HugePages.TRANSPARENT, DISK, 4096);
        refused("give hugetlb or auto", HugePages.TRANSPARENT, RESERVED, 2 << 20);
        refused("give hugetlb or auto", HugePages.OFF, RESERVED, 2 << 20);
        refused("pagesize=2M", HugePages.AUTO, RESERVED, 1 << 30);
    }

    @Test
    void aDirectoryIsOnTheDeepestMountPointAboveItAndOfEqualOnesOnTheLast() {
        List<String> lines = List.of(
                "/dev/vda / ext4 rw 0 0",
                "tmpfs /dev/shm tmpfs rw 0 0",
                "none /dev/shm hugetlbfs rw,pagesize=2M 0 0",
                "tmpfs /dev/sh tmpfs rw 0 0",
                "tmpfs /my\\040pool tmpfs rw 0 0",
                "");
        assertEquals(new MountPoint(Path.of("/"), "ext4"), MountPoint.of(Path.of("/dev"), lines));
        assertEquals(new MountPoint(Path.of("/dev/shm"), "hugetlbfs"), MountPoint.of(Path.of("/dev/shm/a"), lines));
        assertEquals(new MountPoint(Path.of("/my pool"), "tmpfs"), MountPoint.of(Path.of("/my pool"), lines));
        assertEquals("unknown", MountPoint.of(Path.of("/dev"), List.of()).type());
    }

    private static void refused(String todo, HugePages asked, MountPoint mount, long blockBytes) {
        IOException e = assertThrows(IOException.class, () -> PageKind.choose(asked, mount, blockBytes));
        String said = String.valueOf(e.getMessage());
        assertTrue(said.contains("pool.huge_pages is " + asked), said);
        assertTrue(said.contains(todo), said);
        assertTrue(said.contains(mount.directory().toString()), said);
    }
}
