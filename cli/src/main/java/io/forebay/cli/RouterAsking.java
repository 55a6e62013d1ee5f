package io.forebay.cli;

import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.client.asking.RouterAnswer;
import io.forebay.client.asking.RouterQuestion;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// What the commands have in common that ask masters as a router does.
abstract class RouterAsking implements Callable<Integer> {
    /// Where a master is unless somebody says otherwise.
    static final String MASTER = "127.0.0.1:7300";

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            description = "the master's gRPC address (" + MASTER
                    + "). May be repeated: the next is asked where one does" + " not answer.")
    List<String> masters = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "for the whole answer (${DEFAULT-VALUE})")
    int timeoutSeconds = 5;

    @Option(names = "--json", description = "as one JSON object")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    /// What is asked.
    ///
    /// @throws IOException where it cannot be read
    abstract RouterQuestion question() throws IOException;

    @Override
    public final Integer call() {
        PrintWriter out = Out.of(spec);
        PrintWriter err = Out.err(spec);
        try {
            RouterAnswer answer = ask(question());
            if (json) {
                out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(answer.tree()));
            } else {
                answer.text().forEach(out::println);
            }
            out.flush();
            if (!answer.problem().isEmpty()) {
                err.println("forebay: " + FailureLine.hinted(answer.problem()));
            }
            return code(answer.end());
        } catch (IOException | IllegalArgumentException wrong) {
            err.println("forebay: " + FailureLine.of(wrong));
            return ExitCode.USAGE;
        }
    }

    private RouterAnswer ask(RouterQuestion question) {
        Duration timeout = Duration.ofSeconds(Math.clamp(timeoutSeconds, 1, 600));
        List<String> asked = masters.isEmpty() ? List.of(MASTER) : masters;
        try (RouterClient client = RouterClient.open(new RouterOptions(asked, timeout, Duration.ZERO))) {
            return question.ask(client);
        }
    }

    private static int code(RouterAnswer.End end) {
        return switch (end) {
            case TOLD -> ExitCode.DONE;
            case FAILED -> ExitCode.FAILED;
            case WRONG -> ExitCode.USAGE;
        };
    }
}
