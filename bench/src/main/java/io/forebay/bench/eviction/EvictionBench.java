package io.forebay.bench.eviction;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Progress;
import io.forebay.bench.Quartiles;
import io.forebay.bench.Rounds;
import io.forebay.sim.trace.ClairvoyantBound;
import io.forebay.sim.trace.PolicyReplay;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.TraceRequest;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/// The `eviction` measurement: prefix hits of a policy, and of LRU beside it, against what a policy could have that
/// knows the future.
///
/// | row | ours | its limit | ratio |
/// | --- | --- | --- | --- |
/// | `POLICY-N` | prefix hits with room for N blocks, median of the seeds | the clairvoyant bound | the share that it
/// closes of the gap between LRU and the bound, median |
/// | `POLICY-scan-N` | the same with one-shot requests in between | | |
/// | `POLICY-phases-N` | the same where habits change twice | | |
/// | `POLICY-time-N` | time of a block in a replay, the replay's own included | LRU's | |
///
/// The spread is the distance of the seeds' quartiles as a share of the gap. LRU closes nothing of its own gap; where
/// there is no gap, all of it is closed. With several traces, each row's name ends with `@` and the trace's.
public final class EvictionBench {
    private static final String LRU = "lru";

    private final EvictionSettings settings;
    private final Progress progress;

    private EvictionBench(EvictionSettings settings, Progress progress) {
        this.settings = settings;
        this.progress = progress;
    }

    /// Measures all rows.
    ///
    /// @param traces by their names, at least one
    public static List<BenchResult> run(SequencedMap<String, List<TraceRequest>> traces, EvictionSettings settings)
            throws Exception {
        Rounds.checked(settings.rounds());
        long steps = traces.size() * (3L * settings.capacities().size() + Rounds.stepsPerContest(settings.rounds()));
        Progress progress = Progress.onStderr(steps);
        EvictionBench bench = new EvictionBench(settings, progress);
        List<BenchResult> rows = new ArrayList<>();
        for (Map.Entry<String, List<TraceRequest>> each : traces.entrySet()) {
            String suffix = traces.size() == 1 ? "" : "@" + each.getKey();
            List<TraceRequest> trace = each.getValue();
            bench.measure("", suffix, trace, rows);
            bench.measure("scan-", suffix, MadeTraces.withScan(trace), rows);
            bench.measure("phases-", suffix, MadeTraces.withPhases(trace), rows);
            rows.add(bench.time(suffix, trace));
        }
        progress.end();
        return rows;
    }

    private void measure(String kind, String suffix, List<TraceRequest> trace, List<BenchResult> rows) {
        ClairvoyantBound bound = new ClairvoyantBound(trace);
        TreeMap<String, List<BenchResult>> byPolicy = new TreeMap<>();
        for (int capacity : settings.capacities()) {
            long most = bound.hits(capacity);
            long lru = hits(trace, LRU, capacity, 1);
            for (String policy : new LinkedHashSet<>(List.of(LRU, settings.policy()))) {
                int seeds = policy.equals(LRU) ? 1 : settings.seeds();
                double[] hits = new double[seeds];
                double[] closed = new double[seeds];
                for (int seed = 0; seed < seeds; seed++) {
                    hits[seed] = policy.equals(LRU) ? lru : hits(trace, policy, capacity, seed + 1L);
                    closed[seed] = most == lru ? 1 : (hits[seed] - lru) / (most - lru);
                }
                Quartiles shares = Quartiles.of(closed);
                byPolicy.computeIfAbsent(policy, each -> new ArrayList<>())
                        .add(new BenchResult(
                                policy + "-" + kind + capacity + suffix,
                                "hits",
                                Quartiles.of(hits).median(),
                                most,
                                shares.median(),
                                shares.upper() - shares.lower()));
            }
            progress.step(kind + capacity + suffix);
        }
        byPolicy.descendingMap().values().forEach(rows::addAll);
    }

    private static long hits(List<TraceRequest> trace, String policy, int capacity, long seed) {
        return PolicyReplay.run(trace, TierSizes.dram(TierSize.of(policy, capacity), seed))
                .prefixHitBlocks();
    }

    /// At the largest capacity, where most is remembered.
    private BenchResult time(String suffix, List<TraceRequest> trace) throws Exception {
        int capacity =
                settings.capacities().stream().mapToInt(Integer::intValue).max().orElseThrow();
        return new Rounds(settings.rounds(), progress)
                .run(new Contest(
                        settings.policy() + "-time-" + capacity + suffix,
                        "ns/block",
                        Better.LOWER,
                        () -> nanos(trace, settings.policy(), capacity),
                        () -> nanos(trace, LRU, capacity)));
    }

    private static double nanos(List<TraceRequest> trace, String policy, int capacity) {
        long start = System.nanoTime();
        PolicyReplay replay = PolicyReplay.run(trace, TierSizes.dram(TierSize.of(policy, capacity), 1));
        return (double) (System.nanoTime() - start) / replay.blocks();
    }
}
