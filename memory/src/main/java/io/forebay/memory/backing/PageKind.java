package io.forebay.memory.backing;

import java.io.IOException;
import java.nio.file.Path;

/// The pages that a pool file gets, chosen from what was asked and from the file system that its directory is
/// on.
public enum PageKind {
    /// Of the usual size.
    PLAIN("ordinary pages"),
    /// Huge where the kernel finds them, else ordinary.
    TRANSPARENT("transparent huge pages"),
    /// Of hugetlbfs: from a reserve, and nothing else.
    HUGETLB("hugetlbfs pages");

    /// What a huge page has, whichever kind.
    public static final long HUGE_BYTES = 2 << 20;

    private final String words;

    PageKind(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /// @param blockBytes of the file system; of hugetlbfs, what its pages have
    /// @throws IOException when what is asked for cannot be had there; says what to do
    static PageKind choose(HugePages asked, MountPoint mount, long blockBytes) throws IOException {
        boolean reserved = mount.type().equals("hugetlbfs");
        boolean possible = mount.type().equals("tmpfs");
        PageKind chosen = switch (asked) {
            case AUTO -> reserved ? HUGETLB : possible ? TRANSPARENT : PLAIN;
            case HUGETLB -> HUGETLB;
            case TRANSPARENT -> TRANSPARENT;
            case OFF -> PLAIN;
        };
        require(
                (chosen == HUGETLB) == reserved,
                asked,
                mount,
                reserved
                        ? "; files there have its huge pages only: give hugetlb or auto"
                        : "; reserve pages (vm.nr_hugepages), mount them (mount -t hugetlbfs -o pagesize=2M none DIR)"
                                + " and let pool.directory name that, or give auto");
        require(chosen != TRANSPARENT || possible, asked, mount, "; only a tmpfs has them: give another or auto");
        require(
                chosen != HUGETLB || blockBytes == HUGE_BYTES,
                asked,
                mount,
                " with pages of " + blockBytes + " bytes; mount it with pagesize=2M");
        return chosen;
    }

    private static void require(boolean holds, HugePages asked, MountPoint mount, String todo) throws IOException {
        if (!holds) {
            Path directory = mount.directory();
            throw new IOException("pool.huge_pages is " + asked + " and pool.directory is on " + mount.type() + " ("
                    + directory + ")" + todo);
        }
    }

    /// The sizes that a file of such pages has are multiples of this.
    public long unitBytes() {
        return this == HUGETLB ? HUGE_BYTES : 1;
    }
}
