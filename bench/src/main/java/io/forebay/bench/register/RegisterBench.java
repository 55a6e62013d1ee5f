package io.forebay.bench.register;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Progress;
import io.forebay.bench.Rounds;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;

/// The `register` measurement, in the master without its wire:
///
/// | row | ours | its limit |
/// | --- | --- | --- |
/// | `register` | full ledger batches into an empty catalogue | the same keys into a bare hash map |
/// | `register-memory` | heap of a registered block, its hash included | of an entry in a bare hash map |
/// | `remove-node` | a node that has 10,000 blocks of many goes | the same in a catalogue that has no others |
public final class RegisterBench {
    /// Rows of the report.
    public static final int CONTESTS = 3;

    private static final Namespace NAMESPACE = new Namespace("bench", "", "bench");
    private static final NodeId WRITER = new NodeId("writer");
    private static final NodeId LEAVER = new NodeId("leaver");
    private static final int WARM_PASSES = 5;

    private final RegisterSettings settings;
    private final List<List<BlockKey>> batches;

    private RegisterBench(RegisterSettings settings) {
        this.settings = settings;
        this.batches = batches(0, settings.passKeys());
    }

    /// Runs all contests.
    public static List<BenchResult> run(RegisterSettings settings, int rounds) throws Exception {
        Rounds.checked(rounds);
        RegisterBench bench = new RegisterBench(settings);
        Progress progress = Progress.onStderr(2L * Rounds.stepsPerContest(rounds) + 1);
        Rounds abba = new Rounds(rounds, progress);
        List<BenchResult> results = new ArrayList<>();
        for (int pass = 0; pass < WARM_PASSES; pass++) {
            bench.registered();
            bench.put();
        }
        results.add(abba.run(new Contest("register", "Mkeys/s", Better.HIGHER, bench::registered, bench::put)));
        results.add(bench.memory());
        progress.step("register-memory");
        results.add(bench.removal(abba));
        progress.end();
        return results;
    }

    private double registered() {
        FullMaster master = new FullMaster();
        long start = System.nanoTime();
        for (List<BlockKey> batch : batches) {
            master.register(WRITER, batch);
        }
        return rate(start, master.blocks());
    }

    private double put() {
        Map<BlockHash, NodeId> bare = new HashMap<>();
        long start = System.nanoTime();
        for (List<BlockKey> batch : batches) {
            batch.forEach(key -> bare.put(key.hash(), WRITER));
        }
        return rate(start, bare.size());
    }

    private double rate(long startNanos, long keys) {
        long nanos = System.nanoTime() - startNanos;
        if (keys != settings.passKeys()) {
            throw new IllegalStateException(keys + " of " + settings.passKeys() + " keys are there");
        }
        return keys * 1e3 / nanos;
    }

    /// Once, not in rounds: the heap does not grow with the noise of the machine.
    private BenchResult memory() {
        double ours = HeapUse.bytesPerBlock(settings.memoryBlocks(), () -> {
            FullMaster master = new FullMaster();
            forEachBatch(settings.memoryBlocks(), batch -> master.register(WRITER, batch));
            return master;
        });
        double limit = HeapUse.bytesPerBlock(settings.memoryBlocks(), () -> {
            Map<BlockHash, NodeId> bare = new HashMap<>();
            forEachBatch(settings.memoryBlocks(), batch -> batch.forEach(key -> bare.put(key.hash(), WRITER)));
            return bare;
        });
        return new BenchResult("register-memory", "B/block", ours, limit, Better.LOWER.ratio(ours, limit), 0);
    }

    private BenchResult removal(Rounds rounds) throws Exception {
        FullMaster crowded = new FullMaster();
        forEachBatch(settings.passKeys(), batch -> crowded.register(WRITER, batch));
        FullMaster lonely = new FullMaster();
        List<List<BlockKey>> leaving = batches(settings.passKeys(), settings.leaverBlocks());
        return rounds.run(new Contest(
                "remove-node", "ms", Better.LOWER, () -> removed(crowded, leaving), () -> removed(lonely, leaving)));
    }

    private static double removed(FullMaster master, List<List<BlockKey>> leaving) {
        leaving.forEach(batch -> master.register(LEAVER, batch));
        long start = System.nanoTime();
        master.remove(LEAVER);
        return (System.nanoTime() - start) / 1e6;
    }

    private static List<List<BlockKey>> batches(long from, long count) {
        List<List<BlockKey>> made = new ArrayList<>();
        for (long at = from; at < from + count; at += Limits.MAX_LEDGER_KEYS) {
            made.add(keys(at, Math.min(from + count, at + Limits.MAX_LEDGER_KEYS)));
        }
        return made;
    }

    private interface BatchAction {
        void accept(List<BlockKey> batch);
    }

    private static void forEachBatch(long count, BatchAction action) {
        for (long at = 0; at < count; at += Limits.MAX_LEDGER_KEYS) {
            action.accept(keys(at, Math.min(count, at + Limits.MAX_LEDGER_KEYS)));
        }
    }

    private static List<BlockKey> keys(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(id -> new BlockKey(NAMESPACE, BlockBytes.hash(id)))
                .toList();
    }

    /// How much is registered.
    ///
    /// @param passKeys keys of one timed pass, and blocks beside those of the node that is removed
    /// @param memoryBlocks blocks whose heap is measured
    /// @param leaverBlocks blocks of the node that is removed
    public record RegisterSettings(long passKeys, long memoryBlocks, long leaverBlocks) {
        private static final long MAX_BLOCKS = 100_000_000;

        public RegisterSettings {
            requireCount("pass-keys", passKeys);
            requireCount("blocks", memoryBlocks);
            requireCount("leaver-blocks", leaverBlocks);
        }

        private static void requireCount(String name, long value) {
            InvalidInput.unless(
                    value >= 1 && value <= MAX_BLOCKS, name, "is " + value + "; it must be from 1 to " + MAX_BLOCKS);
        }
    }
}
