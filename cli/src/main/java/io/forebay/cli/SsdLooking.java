package io.forebay.cli;

import io.forebay.bench.Progress;
import io.forebay.server.ssd.SsdAnswer;
import io.forebay.server.ssd.SsdQuestion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// What the commands that look into the directory of an SSD device have in common. They change nothing, and may run
/// beside the node that has the directory.
abstract class SsdLooking implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "the directory of one SSD device")
    Path directory = Path.of(".");

    @Option(names = "--json", paramLabel = "FILE", description = "also writes the answer as JSON")
    @Nullable
    Path json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    /// What is asked.
    abstract SsdQuestion question();

    /// The exit code of an answer.
    abstract int code(SsdAnswer answer);

    @Override
    public final Integer call() {
        PrintWriter out = Out.of(spec);
        PrintWriter err = Out.err(spec);
        try {
            requireWritable();
            SsdAnswer answer = ask();
            if (answer.inUse()) {
                err.println("forebay: the node is running: files come and go meanwhile, and a file without a footer may"
                        + " end in a write that is under way");
            }
            answer.text().forEach(out::println);
            out.flush();
            if (json != null) {
                String tree =
                        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(answer.tree());
                Files.writeString(json, tree + "\n");
            }
            return code(answer);
        } catch (IOException e) {
            err.println("forebay: " + FailureLine.of(e));
            return ExitCode.USAGE;
        }
    }

    /// To read a whole SSD takes a while: nobody should hear only then that the answer has nowhere to go.
    private void requireWritable() throws IOException {
        if (json != null) {
            Path parent = json.toAbsolutePath().getParent();
            boolean good = Files.exists(json)
                    ? !Files.isDirectory(json) && Files.isWritable(json)
                    : parent != null && Files.isDirectory(parent) && Files.isWritable(parent);
            if (!good) {
                throw new IOException("--json: cannot write " + json);
            }
        }
    }

    private SsdAnswer ask() throws IOException {
        AtomicReference<@Nullable Progress> progress = new AtomicReference<>();
        SsdAnswer answer = question().ask(directory, (done, all) -> {
            Progress line = progress.updateAndGet(before -> before == null ? Progress.onStderr(all) : before);
            if (line != null && all > 1) {
                line.step("files read");
            }
        });
        Progress line = progress.get();
        if (line != null) {
            line.end();
        }
        return answer;
    }
}
