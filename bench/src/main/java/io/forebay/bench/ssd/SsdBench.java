package io.forebay.bench.ssd;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Progress;
import io.forebay.bench.Rounds;
import io.forebay.bench.limit.FioLimit;
import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The `ssd` measurement: the SSD log against fio with O_DIRECT on the same file system, with as many I/Os at one time
/// and as many bytes; and how fast a start finds its blocks again, against filling a map with as many. Ours verifies
/// each block that it reads; in the rows `-verified` fio does so, too.
public final class SsdBench {
    private static final long MIB = 1 << 20;
    private static final long SMALL = 64 << 10;
    private static final long TINY = 4 << 10;
    private static final int CONTESTS = 6;
    /// Of the working set: what is written in two passes, files that are being filled, and the reserve of reclaim.
    private static final int CAPACITY_SETS = 4;

    /// Until every path is compiled.
    private static final long WARM_NANOS = 5_000_000_000L;

    private static final long LEAST_CAPACITY = 4L << 30;

    private final SsdBenchSettings settings;
    private final Rounds rounds;
    private final FioLimit fio;
    private final List<BenchResult> results = new ArrayList<>();

    private SsdBench(SsdBenchSettings settings, Rounds rounds, FioLimit fio) {
        this.settings = settings;
        this.rounds = rounds;
        this.fio = fio;
    }

    /// Runs all contests, each in so many rounds.
    ///
    /// @throws io.forebay.bench.process.MissingProgramException when fio is not installed
    public static List<BenchResult> run(SsdBenchSettings settings, int rounds) throws Exception {
        Rounds.checked(rounds);
        try (ExitStack exit = ExitStack.open()) {
            Workshop workshop = Workshop.open(exit);
            Files.createDirectories(settings.directory());
            Path directory = Directories.temporary(settings.directory(), "forebay-bench-", exit);
            FioLimit fio = FioLimit.find(directory, settings.workingSetBytes(), settings.inFlight(), workshop);
            Progress progress = Progress.onStderr((long) CONTESTS * Rounds.stepsPerContest(rounds));
            Path pools = Directories.temporary(settings.poolDirectory(), "forebay-bench-", exit);
            SsdBench bench = new SsdBench(settings.within(directory, pools), new Rounds(rounds, progress), fio);
            bench.reads("read-1MiB", MIB);
            bench.writes();
            bench.reads("read-64KiB", SMALL);
            bench.starts();
            progress.end();
            return bench.results;
        }
    }

    private TierLoad open(String name, long blockBytes) throws IOException {
        long capacity = Math.max(LEAST_CAPACITY, CAPACITY_SETS * settings.workingSetBytes());
        return new TierLoad(
                settings.directory().resolve(name),
                settings.poolDirectory(),
                capacity,
                blockBytes,
                settings.inFlight());
    }

    private interface Load {
        void run() throws Exception;
    }

    private interface Limit {
        FioLimit.Pass run() throws Exception;
    }

    private void contest(String name, Load load, Limit limit) throws Exception {
        long warm = System.nanoTime();
        while (System.nanoTime() - warm < WARM_NANOS) {
            load.run();
        }
        CpuTally cpu = new CpuTally();
        double gigabytes = settings.workingSetBytes() / 1e9;
        results.add(rounds.run(new Contest(
                name,
                "GB/s",
                Better.HIGHER,
                () -> {
                    long cpuBefore = cpuNanos();
                    long before = System.nanoTime();
                    load.run();
                    double seconds = (System.nanoTime() - before) / 1e9;
                    cpu.ours((cpuNanos() - cpuBefore) / 1e9 / gigabytes);
                    return gigabytes / seconds;
                },
                () -> {
                    FioLimit.Pass pass = limit.run();
                    cpu.limit(pass.cpuSecondsPerGigabyte());
                    return pass.gigabytesPerSecond();
                })));
        results.add(cpu.result(name + "-cpu"));
    }

    /// Of this process.
    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElseThrow(() -> new IllegalStateException("the system does not tell the processor time"))
                .toNanos();
    }

    private void reads(String name, long blockBytes) throws Exception {
        int blocks = Math.toIntExact(settings.workingSetBytes() / blockBytes);
        try (TierLoad load = open(name, blockBytes)) {
            load.write(blocks);
            contest(name, () -> load.read(blocks), () -> fio.randomReads(blockBytes));
            contest(name + "-verified", () -> load.read(blocks), () -> fio.verifiedReads(blockBytes));
        }
        Directories.delete(settings.directory().resolve(name));
    }

    private void writes() throws Exception {
        long blocks = settings.workingSetBytes() / MIB;
        try (TierLoad load = open("write-1MiB", MIB)) {
            contest("write-1MiB", () -> load.write(blocks), () -> fio.sequentialWrites(MIB));
        }
        Directories.delete(settings.directory().resolve("write-1MiB"));
    }

    /// Millions of blocks a second that a start finds by the files' footers.
    private void starts() throws Exception {
        int blocks = Math.toIntExact(settings.workingSetBytes() / (2 * TINY));
        try (TierLoad load = open("start", TINY)) {
            load.write(blocks);
        }
        results.add(rounds.run(new Contest(
                "start",
                "M/s",
                Better.HIGHER,
                () -> {
                    long before = System.nanoTime();
                    try (TierLoad load = open("start", TINY)) {
                        double seconds = (System.nanoTime() - before) / 1e9;
                        if (load.blocks() != blocks) {
                            throw new IOException("a start found " + load.blocks() + " of " + blocks + " blocks");
                        }
                        return blocks / seconds / 1e6;
                    }
                },
                () -> mapped(blocks))));
        Directories.delete(settings.directory().resolve("start"));
    }

    private static double mapped(int blocks) {
        long before = System.nanoTime();
        Namespace namespace = new Namespace("bench", "", "bench");
        Map<BlockKey, long[]> map = new HashMap<>();
        for (long number = 0; number < blocks; number++) {
            map.put(TierLoad.key(namespace, number), new long[8]);
        }
        double seconds = (System.nanoTime() - before) / 1e9;
        return map.size() / seconds / 1e6;
    }
}
