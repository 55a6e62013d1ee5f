package io.forebay.cli.doctor;

import io.forebay.cli.look.ClusterLook;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What is so on a host: facts without an opinion. A test builds broken ones.
///
/// @param kernel what the kernel says
/// @param advertised what the advertised host comes to
/// @param ports those that the configuration names
/// @param state where the boot counter lies; empty for a master
/// @param pool where the pool file lies; empty for a master
/// @param disks one for each SSD directory
/// @param master whether the master's gRPC port is reached; empty where it is this process's own
/// @param cluster what is seen of the running cluster; empty where no master answers
/// @param clocks of those who answer
/// @param engines processes of engines on this host
/// @param speeds measured here and now
public record Host(
        Kernel kernel,
        Advertised advertised,
        List<PortLook> ports,
        Optional<Volume> state,
        Optional<Volume> pool,
        List<Disk> disks,
        Optional<Reached> master,
        Optional<ClusterLook> cluster,
        List<ClockLook> clocks,
        Engines engines,
        Speeds speeds) {
    public Host {
        ports = List.copyOf(ports);
        disks = List.copyOf(disks);
        clocks = List.copyOf(clocks);
    }

    /// Whom the kernel and the JDK say they are. Bytes that are [Long#MAX_VALUE] are without a limit, -1 is unknown.
    ///
    /// @param java its major version
    /// @param release of the kernel: `6.1.0-13-amd64`
    /// @param memlockBytes the soft limit of locked memory
    /// @param mayLock whether it may lock memory beyond that limit
    /// @param descriptors the soft limit of open files
    /// @param memoryBytes of the machine
    /// @param cgroupBytes the limit of this process's group
    /// @param hugeTotal reserved huge pages
    /// @param hugeFree of them, those that nobody uses
    /// @param hugeBytes of each
    /// @param shmemHuge the word of `shmem_enabled` that counts
    /// @param numaNodes with memory
    /// @param rdma the devices under `/sys/class/infiniband`
    /// @param canRdma whether a program may use one
    /// @param libucp where the library is; empty for nowhere
    /// @param cards network cards but for the loopback
    /// @param synced what is known of the clock: `yes`, `no` or `unknown`
    public record Kernel(
            int java,
            String release,
            long memlockBytes,
            boolean mayLock,
            long descriptors,
            long memoryBytes,
            long cgroupBytes,
            long hugeTotal,
            long hugeFree,
            long hugeBytes,
            String shmemHuge,
            int numaNodes,
            List<String> rdma,
            boolean canRdma,
            String libucp,
            List<Card> cards,
            String synced) {
        public Kernel {
            rdma = List.copyOf(rdma);
            cards = List.copyOf(cards);
        }
    }

    /// A network card.
    ///
    /// @param megabits a second; -1 unknown
    public record Card(String name, long megabits) {}

    /// What others are told to connect to.
    ///
    /// @param addresses as resolved here; empty for none
    /// @param loopback whether all of them lead back to the host that asks
    /// @param bindsLoopback whether the ports listen for this host alone
    public record Advertised(String host, List<String> addresses, boolean loopback, boolean bindsLoopback) {
        public Advertised {
            addresses = List.copyOf(addresses);
        }
    }

    /// A port of the configuration.
    ///
    /// @param holder who has it, for people; empty where that cannot be seen
    /// @param problem what the system says, where it cannot be had
    public record PortLook(Wanted.Port port, Taken taken, String holder, String problem) {}

    /// Who has a port.
    public enum Taken {
        FREE,
        /// A process of Forebay that was started for it.
        OURS,
        OTHER,
        /// Nobody, and it cannot be had all the same.
        REFUSED
    }

    /// A directory and the file system it is on.
    ///
    /// @param problem why nothing can be written there; empty when it can
    /// @param type of the file system: `tmpfs`, `ext4`, …
    public record Volume(Path directory, String problem, String type, long freeBytes, long totalBytes) {}

    /// An SSD directory.
    ///
    /// @param ownBytes of files that lie in it
    /// @param direct whether bytes can go around the page cache
    /// @param writeRate bytes a second, flushed; 0 where it was not measured
    /// @param readRate bytes a second; 0 where it was not measured
    public record Disk(Volume volume, long ownBytes, boolean direct, double writeRate, double readRate) {}

    /// Whether an address is reached.
    ///
    /// @param problem why not; empty when it is
    public record Reached(String address, String problem) {}

    /// Another process's clock against this one's.
    ///
    /// @param offsetMillis positive: it is ahead
    /// @param unsureMillis so much the offset may be wrong
    public record ClockLook(String who, long offsetMillis, long unsureMillis) {}

    /// Processes on this host that look like engines.
    ///
    /// @param seeds what `PYTHONHASHSEED` is to each that lets itself be looked at; empty text: not set
    /// @param hidden those that do not
    public record Engines(List<Seed> seeds, int hidden) {
        public Engines {
            seeds = List.copyOf(seeds);
        }
    }

    /// One engine's seed.
    public record Seed(long pid, String seed) {}

    /// Bytes a second; 0 where it was not measured.
    ///
    /// @param copy one thread, memory to memory
    /// @param loopback one connection of TCP within this host
    public record Speeds(double copy, double loopback) {}
}
