package io.forebay.memory.backing;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How one pool is to be backed: its terms, decided for its directory. Made before the file; then asked in this
/// order: room, [#ask] right after the mapping and before any page is there, [#lock] when all are, [#report].
///
/// What only makes the pool slower is a warning in the report; what was demanded and cannot be had is an
/// [IOException] that says what to do.
public final class Backing {
    private static final Path RESERVE = Path.of("sys/kernel/mm/hugepages/hugepages-2048kB");
    private static final String LOCK_LIMIT = "Max locked memory";

    private final BackingTerms terms;
    private final PageKind pages;
    private final List<String> warnings = new ArrayList<>();
    private boolean locked;

    private Backing(BackingTerms terms, PageKind pages) {
        this.terms = terms;
        this.pages = pages;
    }

    /// For a pool in that directory.
    ///
    /// @throws IOException when the directory cannot have the pages that are demanded
    public static Backing choose(BackingTerms terms, Path directory) throws IOException {
        long blockBytes = Files.getFileStore(directory).getBlockSize();
        return new Backing(
                terms, PageKind.choose(terms.hugePages(), MountPoint.of(directory, terms.system()), blockBytes));
    }

    public PageKind pages() {
        return pages;
    }

    /// The arenas of a data area: those of the main pool, and behind them, unless that has no bytes, the prefetch
    /// buffer, which may lie anywhere.
    public List<ArenaRange> arenas(long mainBytes, long bufferBytes) throws IOException {
        List<ArenaRange> arenas =
                new ArrayList<>(ArenaRange.split(mainBytes, terms.numa(), NumaTopology.read(terms.system())));
        if (bufferBytes > 0) {
            arenas.add(new ArenaRange(arenas.getFirst().numaNode(), mainBytes, bufferBytes, false));
        }
        return arenas;
    }

    /// Refuses a file that the reserve of huge pages cannot hold.
    public void requireReserve(long fileBytes) throws IOException {
        if (pages != PageKind.HUGETLB) {
            return;
        }
        long free = (reserve("free_hugepages") - reserve("resv_hugepages")) * PageKind.HUGE_BYTES;
        if (fileBytes > free) {
            throw new IOException("no huge pages for the pool: asked for " + fileBytes + " bytes, " + free
                    + " are in the reserve; raise vm.nr_hugepages by "
                    + (fileBytes - free + PageKind.HUGE_BYTES - 1) / PageKind.HUGE_BYTES + " or lower pool.size");
        }
    }

    private long reserve(String name) throws IOException {
        return Long.parseLong(
                Files.readString(terms.system().resolve(RESERVE).resolve(name)).strip());
    }

    /// Says for each arena from which node its pages are to come, and that they may be huge. The node is
    /// preferred and not bound: a node that runs out of memory makes the arena slower, where a bound one would
    /// make the kernel end processes, or fault in ours.
    public void ask(MemorySegment file, MemorySegment data, List<ArenaRange> arenas) {
        for (ArenaRange arena : arenas) {
            int error = arena.bound() ? MemoryNative.prefer(slice(data, arena), arena.numaNode()) : 0;
            if (error != 0) {
                warnings.add(
                        "the arena of NUMA node " + arena.numaNode() + " may lie anywhere: mbind says error " + error);
            }
        }
        int error = pages == PageKind.TRANSPARENT ? MemoryNative.adviseHuge(file) : 0;
        if (error != 0) {
            warnings.add("the kernel has no transparent huge pages: madvise says error " + error);
        }
    }

    /// Locks all pages in memory.
    ///
    /// @param asTouched not all of them are there yet
    /// @throws IOException when that is demanded and refused
    public void lock(MemorySegment file, boolean asTouched) throws IOException {
        if (terms.memlock() == Memlock.OFF || pages == PageKind.HUGETLB) {
            return; // pages of hugetlbfs are never swapped
        }
        int error = MemoryNative.lock(file, asTouched);
        locked = error == 0;
        if (!locked) {
            String problem = "the pool cannot be locked in memory: asked for " + file.byteSize() + " bytes, "
                    + lockLimit() + " (error " + error
                    + "); raise it (ulimit -l, LimitMEMLOCK= of systemd, --ulimit memlock=-1 of a container)";
            if (terms.memlock() == Memlock.ON) {
                throw new IOException(problem + " or let pool.memlock be auto");
            }
            warnings.add(problem + " or let pool.memlock be off");
        }
    }

    private String lockLimit() throws IOException {
        Path limits = terms.system().resolve("proc/self/limits");
        String limit = Files.exists(limits) ? lockLimit(Files.readAllLines(limits)) : "unknown";
        return "the limit (RLIMIT_MEMLOCK) is " + limit;
    }

    /// The soft limit, from the lines of `/proc/self/limits`, with its unit.
    static String lockLimit(List<String> limits) {
        return limits.stream()
                .filter(line -> line.startsWith(LOCK_LIMIT))
                .map(line -> line.substring(LOCK_LIMIT.length()).strip().split(" +", -1)[0])
                .map(limit -> limit.equals("unlimited") ? limit : limit + " bytes")
                .findFirst()
                .orElse("unknown");
    }

    /// What it came to. Call it when every page has been touched.
    public BackingReport report(MemorySegment file, MemorySegment data, List<ArenaRange> arenas) throws IOException {
        long start = file.address();
        long huge = pages == PageKind.PLAIN
                ? 0
                : PageReport.hugeBytes(terms.system(), start, start + roundedUp(file.byteSize()));
        if (terms.hugePages() == HugePages.TRANSPARENT
                && huge < file.byteSize() / PageKind.HUGE_BYTES * PageKind.HUGE_BYTES) {
            warnings.add(
                    "asked for transparent huge pages, " + huge + " of " + file.byteSize() + " bytes have them: memory"
                            + " is in pieces, the kernel is older than 6.1 and the tmpfs is mounted without huge=advise, or"
                            + " transparent_hugepage/shmem_enabled is deny");
        }
        for (ArenaRange arena : arenas) {
            long at = slice(data, arena).address();
            long stray = arena.bound()
                    ? PageReport.strayBytes(terms.system(), at, at + arena.sizeBytes(), arena.numaNode())
                    : 0;
            if (stray > 0) {
                warnings.add("of the arena of NUMA node " + arena.numaNode() + ", " + stray + " of " + arena.sizeBytes()
                        + " bytes lie on other nodes: it has too little memory");
            }
        }
        return new BackingReport(pages, huge, file.byteSize(), locked, arenas, warnings);
    }

    private static long roundedUp(long bytes) {
        return (bytes + PageKind.HUGE_BYTES - 1) & -PageKind.HUGE_BYTES;
    }

    private static MemorySegment slice(MemorySegment data, ArenaRange arena) {
        return data.asSlice(arena.offsetBytes(), arena.sizeBytes());
    }
}
