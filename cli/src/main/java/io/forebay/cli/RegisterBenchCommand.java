package io.forebay.cli;

import io.forebay.bench.BenchResult;
import io.forebay.bench.register.RegisterBench;
import io.forebay.bench.register.RegisterBench.RegisterSettings;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `forebay bench register`.
@Command(
        name = "register",
        description = "Registrations in full batches into the master, what a registered block takes of its heap, and"
                + " the removal of a node, against a bare hash map and an empty master.")
final class RegisterBenchCommand extends BenchRun {
    @Option(
            names = "--keys",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "registered in one pass, and there when a node is removed (${DEFAULT-VALUE})")
    long keys;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "5000000",
            description = "whose heap is measured (${DEFAULT-VALUE})")
    long blocks;

    @Option(
            names = "--leaver-blocks",
            paramLabel = "N",
            defaultValue = "10000",
            description = "of the node that is removed (${DEFAULT-VALUE})")
    long leaverBlocks;

    @Override
    List<BenchResult> measure() throws Exception {
        return RegisterBench.run(new RegisterSettings(keys, blocks, leaverBlocks), rounds);
    }

    @Override
    String asked() {
        return "register --keys " + keys + " --blocks " + blocks + " --leaver-blocks " + leaverBlocks;
    }
}
