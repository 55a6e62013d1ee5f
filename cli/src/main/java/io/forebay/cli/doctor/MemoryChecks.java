package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Kernel;
import io.forebay.cli.doctor.Host.PortLook;
import io.forebay.cli.doctor.Host.Taken;
import io.forebay.cli.doctor.Host.Volume;
import io.forebay.cli.look.Figures;
import java.util.ArrayList;
import java.util.List;

/// The JDK, and whether the memory that is asked for is there, as it should be. Pure.
final class MemoryChecks {
    static final int JAVA = 25;
    private static final long ENOUGH_DESCRIPTORS = 4_096;
    private static final long BESIDE_POOL_BYTES = 512L << 20;

    private MemoryChecks() {}

    static List<Finding> of(Host host, Wanted wanted) {
        Kernel kernel = host.kernel();
        List<Finding> found = new ArrayList<>();
        found.add(jdk(kernel));
        found.add(descriptors(kernel));
        wanted.node().ifPresent(node -> {
            host.pool().ifPresent(pool -> {
                found.add(poolRoom(pool, node, runs(host)));
                found.add(hugePages(kernel, pool, node));
            });
            found.add(memlock(kernel, node));
            found.add(group(kernel, node));
            found.add(numa(kernel));
        });
        return found;
    }

    /// Whether the node that is asked for is there already, with its pool.
    private static boolean runs(Host host) {
        return host.ports().stream().map(PortLook::taken).anyMatch(Taken.OURS::equals);
    }

    private static Finding jdk(Kernel kernel) {
        String found = "Java " + kernel.java();
        return kernel.java() >= JAVA
                ? Finding.ok("jdk", found)
                : Finding.fail(
                        "jdk",
                        found,
                        "nothing of Forebay runs on it",
                        "install a JDK " + JAVA + ", or point FOREBAY_JAVA_HOME at one");
    }

    private static Finding descriptors(Kernel kernel) {
        long limit = kernel.descriptors();
        if (limit < 0) {
            return Finding.ok("open files", "the limit is not known");
        }
        String found = limit == Long.MAX_VALUE ? "no limit" : "at most " + limit + " open files";
        return limit >= ENOUGH_DESCRIPTORS
                ? Finding.ok("open files", found)
                : Finding.warn(
                        "open files",
                        found,
                        "each engine and each peer holds several; beyond the limit connections are refused",
                        "LimitNOFILE=65536 in systemd, or ulimit -n 65536");
    }

    private static Finding poolRoom(Volume pool, Wanted.OfNode node, boolean runs) {
        String asked = Figures.bytes(node.poolBytes()) + " asked for in " + pool.directory();
        if (!pool.problem().isEmpty()) {
            return Finding.fail(
                    "pool",
                    asked + ": " + pool.problem(),
                    "the node does not start",
                    "make the directory writable, or give another one in pool.directory");
        }
        String found = asked + ", " + Figures.bytes(pool.freeBytes()) + " of " + Figures.bytes(pool.totalBytes())
                + " free there (" + pool.type() + ")";
        if (runs) {
            return Finding.ok("pool", found + "; a node of this configuration runs already");
        }
        if (pool.freeBytes() < node.poolBytes()) {
            return Finding.fail(
                    "pool",
                    found,
                    "the node does not start",
                    "a smaller pool.size, or mount -o remount,size=… " + pool.directory()
                            + "; in a container --shm-size=…");
        }
        return pool.type().equals("tmpfs") || pool.type().equals("hugetlbfs")
                ? Finding.ok("pool", found)
                : Finding.warn(
                        "pool",
                        found,
                        "that is no memory: the pool's pages are written to its disk",
                        "pool.directory on a tmpfs, such as /dev/shm");
    }

    private static Finding hugePages(Kernel kernel, Volume pool, Wanted.OfNode node) {
        String name = "huge pages";
        if (node.hugePages().equals("off")) {
            return Finding.ok(name, "pool.huge_pages is off");
        }
        boolean reserved = pool.type().equals("hugetlbfs");
        long free = kernel.hugeFree() * Math.max(0, kernel.hugeBytes());
        String some = kernel.hugeTotal() + " reserved of " + Figures.bytes(kernel.hugeBytes()) + " each, "
                + kernel.hugeFree() + " free";
        if (reserved && free >= node.poolBytes()) {
            return Finding.ok(name, some + "; the pool's directory is on them");
        }
        long pages = Math.ceilDiv(node.poolBytes(), Math.max(1, kernel.hugeBytes())) + 1;
        String reserve = "for pages that cannot be lost: vm.nr_hugepages=" + pages
                + ", mount -t hugetlbfs -o pagesize=2M none DIR, pool.directory=DIR";
        if (reserved || node.hugePages().equals("hugetlb")) {
            return Finding.fail(
                    name,
                    some + (reserved ? "" : "; pool.directory is no hugetlbfs"),
                    "the node does not start with what pool.huge_pages and pool.directory ask",
                    reserve);
        }
        String costs = "each page of 4 KiB takes an entry of the processor's page tables, in every engine that maps the"
                + " pool: its first copy through a fresh mapping takes about twice as long (docs/decisions/0026), and later"
                + " ones miss the TLB more often; reads of small blocks from SSD take half as long again (0036)";
        if (kernel.shmemHuge().equals("deny") || !isAtLeast(kernel.release(), 6, 1)) {
            String why = kernel.shmemHuge().equals("deny")
                    ? "shmem_enabled is deny"
                    : "Linux " + kernel.release() + " is older than 6.1";
            return Finding.warn(name, "none: none is reserved, and no transparent ones since " + why, costs, reserve);
        }
        return Finding.warn(
                name,
                "none is reserved (" + some + "); the node asks Linux " + kernel.release()
                        + " for transparent ones at its start",
                "memory in pieces gives fewer of those, the log says how many at the start; where there is none, "
                        + costs,
                reserve);
    }

    /// Of a release such as `6.1.0-13-amd64`; true where it cannot be read.
    static boolean isAtLeast(String release, int major, int minor) {
        String[] parts = release.split("[^0-9]", -1);
        try {
            int first = Integer.parseInt(parts[0]);
            return first > major || (first == major && Integer.parseInt(parts[1]) >= minor);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException unknown) {
            return true;
        }
    }

    private static Finding memlock(Kernel kernel, Wanted.OfNode node) {
        String name = "memory lock";
        if (node.memlock().equals("off")) {
            return Finding.ok(name, "pool.memlock is off");
        }
        if (kernel.mayLock()) {
            return Finding.ok(name, "this process may lock what it wants (CAP_IPC_LOCK)");
        }
        String limit = kernel.memlockBytes() == Long.MAX_VALUE ? "no limit" : Figures.bytes(kernel.memlockBytes());
        if (kernel.memlockBytes() < 0 || kernel.memlockBytes() >= node.poolBytes()) {
            return Finding.ok(name, "RLIMIT_MEMLOCK: " + (kernel.memlockBytes() < 0 ? "not known" : limit));
        }
        String found = "RLIMIT_MEMLOCK is " + limit + ", the pool " + Figures.bytes(node.poolBytes());
        String remedy = "LimitMEMLOCK=infinity in systemd, --ulimit memlock=-1 of a container, or CAP_IPC_LOCK";
        return node.memlock().equals("on")
                ? Finding.fail(name, found, "pool.memlock is on: the node does not start", remedy)
                : Finding.warn(name, found, "what is swapped out is read from disk in the middle of a hit", remedy);
    }

    private static Finding group(Kernel kernel, Wanted.OfNode node) {
        String name = "memory limit";
        long limit = Math.min(
                kernel.cgroupBytes() < 0 ? Long.MAX_VALUE : kernel.cgroupBytes(),
                kernel.memoryBytes() < 0 ? Long.MAX_VALUE : kernel.memoryBytes());
        if (limit == Long.MAX_VALUE) {
            return Finding.ok(name, "none is known");
        }
        String found = Figures.bytes(limit)
                + (kernel.cgroupBytes() == limit ? " for this process's group" : " of memory, no lower limit");
        String remedy = "a higher limit, or a smaller pool.size: the pool counts, and some 512 MiB beside it";
        if (limit < node.poolBytes()) {
            return Finding.fail(name, found, "the kernel ends the node while the pool fills", remedy);
        }
        return limit < node.poolBytes() + BESIDE_POOL_BYTES
                ? Finding.warn(name, found, "the kernel may end the node when the pool is full", remedy)
                : Finding.ok(name, found);
    }

    private static Finding numa(Kernel kernel) {
        return Finding.ok(
                "numa",
                kernel.numaNodes() > 1
                        ? kernel.numaNodes() + " nodes with memory: the pool has an arena in each (pool.numa); engines"
                                + " should say their rank's node"
                        : "one node with memory");
    }
}
