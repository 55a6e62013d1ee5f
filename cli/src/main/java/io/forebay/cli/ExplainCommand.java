package io.forebay.cli;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay explain KEY|REQUEST`: the life of a block or a request, as the master and the nodes remember it.
@Command(
        name = "explain",
        description =
                "Tells the life of a block or of a request: what the master and the nodes remember of it, oldest first,"
                        + " and how the block stands now. The master says where the nodes are.",
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0  something is known, and told",
            "  1  nobody who answered knows anything of it, or nobody answered",
            "  2  wrong usage"
        })
final class ExplainCommand implements Callable<Integer> {
    /// Where a master's pages are unless somebody says otherwise.
    static final String MASTER = "127.0.0.1:7301";

    private static final String HEX = "([0-9a-fA-F]{2}){1,64}";

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(
            paramLabel = "KEY|REQUEST",
            description =
                    "a block's hash in hexadecimal, whole; or an engine's request id (also tried where no block of that"
                            + " hash is known)")
    String subject = "";

    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            description = "the master's HTTP address (default: " + MASTER + ", unless --node is given)")
    @Nullable
    String master;

    @Option(
            names = "--node",
            paramLabel = "HOST:PORT",
            description = "a node's HTTP address; asked besides those that the master names. May be repeated.")
    List<String> nodes = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "for each page (${DEFAULT-VALUE})")
    int timeoutSeconds = 5;

    @Option(names = "--json", description = "as one JSON object")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() {
        String first = master == null && nodes.isEmpty() ? MASTER : master;
        Duration timeout = Duration.ofSeconds(Math.clamp(timeoutSeconds, 1, 600));
        ExplainStory story;
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(timeout).build()) {
            ExplainPages pages = new ExplainPages(client, timeout, first, nodes);
            story = pages.ask(subject.matches(HEX) ? "key" : "request", subject);
            if (!story.isFound() && story.field().equals("key")) {
                ExplainStory asRequest = pages.ask("request", subject);
                story = asRequest.isFound() ? asRequest : story;
            }
        }
        var out = Out.of(spec);
        if (json) {
            out.println(JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(story.tree()));
        } else {
            story.text().forEach(out::println);
        }
        out.flush();
        return story.isFound() ? ExitCode.DONE : ExitCode.FAILED;
    }
}
