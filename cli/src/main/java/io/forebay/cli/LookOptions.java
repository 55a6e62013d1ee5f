package io.forebay.cli;

import io.forebay.cli.look.ClusterReader;
import io.forebay.cli.look.PageReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Which cluster is looked at, and how long it may take to answer.
final class LookOptions {
    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            description = "the master's HTTP address (default: " + ExplainCommand.MASTER + ", unless --node is given)")
    @Nullable
    String master;

    @Option(
            names = "--node",
            paramLabel = "HOST:PORT",
            description = "a node's HTTP address; asked besides those that the master names. May be repeated.")
    List<String> nodes = new ArrayList<>();

    @Option(names = "--timeout", paramLabel = "SECONDS", description = "for each page (${DEFAULT-VALUE})")
    int timeoutSeconds = 3;

    @Option(names = "--json", description = "as one JSON object")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    PageReader pages() {
        return new PageReader(Duration.ofSeconds(Math.clamp(timeoutSeconds, 1, 600)));
    }

    ClusterReader reader(PageReader pages) {
        String first = master == null && nodes.isEmpty() ? ExplainCommand.MASTER : master;
        return new ClusterReader(pages, Optional.ofNullable(first), nodes);
    }
}
