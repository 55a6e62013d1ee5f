package io.forebay.cli;

import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.client.asking.EventLine;
import io.forebay.client.asking.EventTail;
import io.forebay.server.settings.Units;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `forebay events`.
@Command(
        name = "events",
        description =
                "Tells what happens to the master's replicas as it happens: stored and removed, in memory and on SSD,"
                        + " and why. Changes nothing. Ends with Ctrl-C.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay events",
            "  forebay events --model llama-3-8b --for 10s",
            "  forebay events --json --snapshot --count 0    (all that stands, and no more)",
            "",
            "  0  told",
            "  1  no master answered, or none knows events",
            "  2  wrong usage"
        })
final class EventsCommand implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofDays(365);

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            description = "the master's gRPC address (" + RouterAsking.MASTER
                    + "). May be repeated: the next is asked where one does not answer.")
    List<String> masters = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "for the first answer (${DEFAULT-VALUE})")
    int timeoutSeconds = 5;

    @Option(names = "--snapshot", description = "tells of all that stands first")
    boolean snapshot;

    @Option(names = "--model", paramLabel = "NAME", description = "only blocks of this model (all)")
    String model = "";

    @Option(names = "--tenant", paramLabel = "NAME", description = "only blocks of this tenant (all)")
    String tenant = "";

    @Option(names = "--fingerprint", paramLabel = "TEXT", description = "only blocks of this layout (all)")
    String fingerprint = "";

    @Option(names = "--count", paramLabel = "N", description = "ends behind so many events; what stands is not counted")
    long count = Long.MAX_VALUE;

    @Option(names = "--for", paramLabel = "DURATION", description = "ends after so long")
    String lasting = "";

    @Option(names = "--json", description = "each as one JSON object on a line of its own")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = Out.of(spec);
        PrintWriter err = Out.err(spec);
        try {
            return follow(out, err);
        } catch (IllegalArgumentException wrong) {
            err.println("forebay: " + FailureLine.of(wrong));
            return ExitCode.USAGE;
        }
    }

    private int follow(PrintWriter out, PrintWriter err) throws InterruptedException {
        Duration timeout = Duration.ofSeconds(Math.clamp(timeoutSeconds, 1, 600));
        Duration bound = lasting.isEmpty() ? LONGEST : lasting();
        if (count < 0) {
            throw new IllegalArgumentException("--count = " + count + " must not be negative");
        }
        List<String> asked = masters.isEmpty() ? List.of(RouterAsking.MASTER) : masters;
        EventPrinter printer = new EventPrinter(out, err, json, ends(snapshot, count));
        try (RouterClient client = RouterClient.open(new RouterOptions(asked, timeout, Duration.ofSeconds(30)))) {
            EventTail.follow(client, snapshot, new EventTail.Filter(model, tenant, fingerprint), printer);
            if (!printer.awaitStarted(timeout.toNanos())) {
                err.println("forebay: no master has answered: " + FailureLine.hinted(printer.problem()));
                return ExitCode.FAILED;
            }
            printer.awaitEnd(TimeUnit.NANOSECONDS.convert(bound));
        }
        return ExitCode.DONE;
    }

    /// After how many events, and whether what stands has to be told first.
    private static EventPrinter.Ends ends(boolean snapshot, long count) {
        return new EventPrinter.Ends(count, snapshot ? EventLine.Kind.COMPLETE : EventLine.Kind.STARTED);
    }

    private Duration lasting() {
        try {
            return Units.duration(lasting);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--for = '" + lasting + "' " + wrong.getMessage(), wrong);
        }
    }
}
