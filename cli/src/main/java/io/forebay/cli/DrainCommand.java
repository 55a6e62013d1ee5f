package io.forebay.cli;

import io.forebay.cli.look.ClusterLook;
import io.forebay.cli.look.ClusterReader;
import io.forebay.cli.look.DrainLook;
import io.forebay.cli.look.NodeLook;
import io.forebay.cli.look.PageReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `forebay drain NODE`.
@Command(
        name = "drain",
        description = "Takes a node out of service: it takes no saves and no promotions, serves all it has, others are"
                + " named before it, and what is in its memory is written to its SSD, if it has one. Tells what is still"
                + " in use until nothing is; then it may be stopped. It stays so until --undo or its next start.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay drain node-3 --master 10.0.0.1:7301 --timeout 300",
            "  forebay drain 10.0.0.3:7402          (its own HTTP address; no master is asked)",
            "  forebay drain node-3 --undo",
            "",
            "  0  it is drained, and nothing of it is in use; with --undo: it is in service again",
            "  1  it does not answer, is not known, or something was in use at the end of the time: it stays drained",
            "  2  wrong usage"
        })
final class DrainCommand implements Callable<Integer> {
    private static final Duration PAGE = Duration.ofSeconds(5);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(paramLabel = "NODE", description = "its name, or the HOST:PORT of its pages")
    String node = "";

    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            description = "the master's HTTP address, which knows where the node is (${DEFAULT-VALUE})")
    String master = ExplainCommand.MASTER;

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "how long is waited (${DEFAULT-VALUE})")
    int timeoutSeconds = 60;

    @Option(names = "--undo", description = "puts it back into service, and waits for nothing")
    boolean undo;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() {
        PrintWriter out = Out.of(spec);
        PrintWriter err = Out.err(spec);
        try (PageReader pages = new PageReader(PAGE)) {
            boolean direct = node.matches(".+:\\d+");
            ClusterReader reader = direct
                    ? new ClusterReader(pages, Optional.empty(), List.of(node))
                    : new ClusterReader(pages, Optional.of(master), List.of());
            NodeLook before = find(reader.look());
            turn(pages, before.http());
            out.println("node " + before.name() + (undo ? " is in service" : " is drained: it takes no saves"));
            out.flush();
            return undo ? ExitCode.DONE : await(reader, out, err);
        } catch (IOException failed) {
            err.println("forebay: " + FailureLine.of(failed));
            return ExitCode.FAILED;
        }
    }

    private NodeLook find(ClusterLook look) throws IOException {
        if (look.master().isPresent() && look.master().get().metrics().isEmpty()) {
            throw new IOException("the master at " + master + " does not answer ("
                    + look.master().get().problem() + "): give the node's HTTP address instead of its name");
        }
        List<String> names = look.nodes().stream().map(NodeLook::name).toList();
        NodeLook found = look.nodes().stream()
                .filter(each -> each.name().equals(node))
                .findFirst()
                .orElseThrow(() -> new IOException("the master knows no node " + node + ", it knows " + names));
        if (found.metrics().isEmpty()) {
            throw new IOException("node " + node + " does not answer (" + found.problem() + ")");
        }
        return found;
    }

    private void turn(PageReader pages, String http) throws IOException {
        PageReader.Page page = pages.post(http, "/drain?on=" + !undo);
        if (page.status() != 200) {
            throw new IOException("node " + node + " refuses: " + page.error("node"));
        }
    }

    private int await(ClusterReader reader, PrintWriter out, PrintWriter err) throws IOException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.clamp(timeoutSeconds, 0, 86_400));
        String told = "";
        while (true) {
            NodeLook now = find(reader.look());
            DrainLook look = DrainLook.of(now);
            // Until its next heartbeat the master names it as before.
            boolean known = now.known().map(NodeLook.Known::draining).orElse(true);
            String words = look.words() + (known ? "" : "; the master has yet to hear of it");
            if (!words.equals(told)) {
                out.println(words);
                out.flush();
                told = words;
            }
            if (look.isIdle() && known) {
                return ExitCode.DONE;
            }
            if (System.nanoTime() >= end || Thread.currentThread().isInterrupted()) {
                err.println("forebay: after " + timeoutSeconds + " s there is still something in use: " + words
                        + "; the node stays drained (--undo puts it back)");
                return ExitCode.FAILED;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
