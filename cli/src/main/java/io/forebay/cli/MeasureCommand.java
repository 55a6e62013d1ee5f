package io.forebay.cli;

import io.forebay.bench.measure.LiveMeasure;
import io.forebay.bench.measure.LiveMeasurement;
import io.forebay.bench.measure.LiveSettings;
import io.forebay.bench.measure.MeasureSettings;
import io.forebay.bench.measure.Measurement;
import io.forebay.bench.measure.TraceMeasure;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.Tiering;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `forebay measure TRACE`: whether prefetching would pay, on paper.
@Command(
        name = "measure",
        description = "Plays a trace on the tiers of one node, without bytes, and says how much is found on SSD alone,"
                + " what promotion workers could bring up in time, how large the prefetch buffer has to be, and"
                + " whether prefetching is worth enabling. With --live the same of a running cluster.")
final class MeasureCommand implements Callable<Integer> {
    private static final double MILLIS = 1e3;

    @Spec
    @Nullable
    CommandSpec spec;

    @Mixin
    TraceOptions trace = new TraceOptions();

    @Mixin
    LiveOptions live = new LiveOptions();

    @Option(names = "--dram-blocks", paramLabel = "N", description = "capacity of DRAM; or --dram-size")
    @Nullable
    Integer dramBlocks;

    @Option(
            names = "--dram-size",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "capacity of DRAM, with --block-size")
    @Nullable
    Long dramBytes;

    @Option(names = "--ssd-blocks", paramLabel = "N", description = "capacity of SSD; by default unlimited")
    @Nullable
    Integer ssdBlocks;

    @Option(
            names = "--ssd-size",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "capacity of SSD, with --block-size")
    @Nullable
    Long ssdBytes;

    @Option(names = "--block-size", paramLabel = "SIZE", converter = Size.class, description = "of one block")
    @Nullable
    Long blockBytes;

    @Option(names = "--policy", paramLabel = "NAME", defaultValue = "lru", description = "of DRAM (${DEFAULT-VALUE})")
    String policy = "lru";

    @Option(
            names = "--tiering",
            paramLabel = "RULE",
            defaultValue = "exclusive",
            description = "exclusive: SSD gets what leaves DRAM, and a hit moves back; serve: SSD gets what is missed,"
                    + " too, and a hit is served from there; promote: as serve, and a hit goes to DRAM, too"
                    + " (${DEFAULT-VALUE})")
    String tiering = "exclusive";

    @Option(
            names = "--workers",
            paramLabel = "N",
            defaultValue = "1",
            description = "promotion workers (${DEFAULT-VALUE})")
    int workers;

    @Option(
            names = "--read-millis",
            paramLabel = "MS",
            description = "of one worker for one block; by default 5, or what --bandwidth gives")
    @Nullable
    Double readMillis;

    @Option(
            names = "--bandwidth",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "that one worker reads in a second, with --block-size")
    @Nullable
    Long bandwidthBytes;

    @Option(
            names = "--window-millis",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "from a router's trigger to the get (${DEFAULT-VALUE})")
    double windowMillis;

    @Option(
            names = "--residency-millis",
            paramLabel = "MS",
            defaultValue = "1000",
            description = "from the get until a block may leave the prefetch buffer (${DEFAULT-VALUE})")
    double residencyMillis;

    @Option(
            names = "--high",
            paramLabel = "SHARE",
            defaultValue = "0.90",
            description = "of DRAM in use, at which eviction starts (${DEFAULT-VALUE})")
    double high;

    @Option(
            names = "--gate",
            paramLabel = "SHARE",
            defaultValue = "0.95",
            description = "of DRAM in use, from which on nothing is promoted (${DEFAULT-VALUE})")
    double gate;

    @Option(names = "--json", paramLabel = "FILE", description = "also writes the result as JSON")
    @Nullable
    Path json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() throws IOException {
        try {
            if (live.live) {
                LiveMeasurement result = LiveMeasure.run(liveSettings(), System.err::println);
                say(result, LiveText.of(result));
            } else {
                Measurement result = TraceMeasure.of(trace.read(), settings());
                say(result, MeasureText.of(result));
            }
            return ExitCode.DONE;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(Objects.requireNonNull(spec).commandLine(), FailureLine.of(e), e);
        }
    }

    private void say(Object result, String text) throws IOException {
        if (json != null) {
            JsonMapper mapper = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build();
            Files.writeString(json, mapper.writeValueAsString(result) + "\n");
        }
        Out.of(spec).print(text);
        Out.of(spec).flush();
    }

    private LiveSettings liveSettings() {
        unless(trace.trace == null, "--live measures a running cluster, not a trace");
        unless(
                dramBlocks == null && dramBytes == null && ssdBlocks == null && ssdBytes == null,
                "--live finds out how large DRAM and SSD are");
        return new LiveSettings(
                live.master, live.nodes, live.duration(), workers, readMillis(), windowMillis, residencyMillis, gate);
    }

    private MeasureSettings settings() {
        int dram = blocks("--dram", dramBlocks, dramBytes, 0);
        unless(dram > 0, "measure needs --dram-blocks N, or --dram-size and --block-size");
        int ssd = blocks("--ssd", ssdBlocks, ssdBytes, TierSize.UNLIMITED);
        unless(ssd > 0, "--ssd holds " + ssd + " blocks; without one there is nothing to measure");
        TierSizes sizes = new TierSizes(TierSize.of(policy, dram), rule(), TierSize.of("lru", ssd), trace.seed);
        return new MeasureSettings(
                sizes,
                blockBytes == null ? 0 : blockBytes,
                workers,
                readMillis(),
                windowMillis,
                residencyMillis,
                high,
                gate);
    }

    private int blocks(String option, @Nullable Integer given, @Nullable Long bytes, int standard) {
        unless(given == null || bytes == null, option + "-blocks and " + option + "-size exclude each other");
        if (bytes == null) {
            return given == null ? standard : given;
        }
        return (int) Math.min(TierSize.UNLIMITED - 1L, bytes / blockBytesFor(option + "-size"));
    }

    private long blockBytesFor(String option) {
        unless(blockBytes != null && blockBytes > 0, option + " needs --block-size");
        return Objects.requireNonNull(blockBytes);
    }

    private double readMillis() {
        unless(readMillis == null || bandwidthBytes == null, "--read-millis and --bandwidth exclude each other");
        if (bandwidthBytes != null) {
            unless(bandwidthBytes > 0, "--bandwidth is 0");
            return MILLIS * blockBytesFor("--bandwidth") / bandwidthBytes;
        }
        return readMillis == null ? 5 : readMillis;
    }

    private Tiering rule() {
        return switch (tiering) {
            case "exclusive" -> Tiering.EXCLUSIVE;
            case "serve" -> Tiering.SERVE;
            case "promote" -> Tiering.PROMOTE;
            default ->
                throw new IllegalArgumentException("--tiering is '" + tiering + "'; known: exclusive, serve, promote");
        };
    }

    private static void unless(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
