package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.eviction.EvictionBench;
import io.forebay.bench.eviction.EvictionSettings;
import io.forebay.sim.trace.TraceReader;
import io.forebay.sim.trace.TraceRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `forebay bench eviction TRACE…`.
@Command(
        name = "eviction",
        description = "Prefix hits of an eviction policy on traces, without bytes, against least-recently-used and a"
                + " policy that knows the future; the ratio is the share that it closes of the gap between the two."
                + " Also with scans and changes of habit made from the traces, and the time of a block.")
final class EvictionBenchCommand extends BenchRun {
    @Parameters(
            arity = "1..*",
            paramLabel = "TRACE",
            description = "JSON lines with timestamp, input_length, output_length, hash_ids")
    List<Path> traces = List.of();

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "chi",
            description = "lru or chi (${DEFAULT-VALUE})")
    String policy = "chi";

    @Option(
            names = "--capacities",
            paramLabel = "N",
            split = ",",
            description = "of the tier in blocks, with commas between them (1000,2000,5000,10000,20000,30000)")
    List<Integer> capacities = EvictionSettings.CAPACITIES;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description = "replays of each, for the median (${DEFAULT-VALUE})")
    int seeds;

    @Override
    List<BenchResult> measure() throws Exception {
        EvictionSettings settings = new EvictionSettings(policy, capacities, seeds, rounds);
        SequencedMap<String, List<TraceRequest>> read = new LinkedHashMap<>();
        for (Path trace : traces) {
            String name = String.valueOf(trace.getFileName()).replaceFirst("\\.[^.]*$", "");
            if (read.put(name, TraceReader.read(trace, Integer.MAX_VALUE)) != null) {
                throw new IllegalArgumentException("TRACE: two files are called " + name);
            }
        }
        return EvictionBench.run(read, settings);
    }

    @Override
    String asked() {
        return "eviction " + traces.stream().map(Path::toString).collect(Collectors.joining(" ")) + " --policy "
                + policy
                + " --capacities " + capacities.stream().map(String::valueOf).collect(Collectors.joining(","))
                + " --seeds " + seeds;
    }
}
