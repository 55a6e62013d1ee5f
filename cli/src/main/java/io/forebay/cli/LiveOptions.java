package io.forebay.cli;

import io.forebay.server.settings.Units;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// What `measure` watches with `--live`.
final class LiveOptions {
    @Option(names = "--live", description = "measure a running cluster instead of a trace; nothing of it is changed")
    boolean live;

    @Option(
            names = "--master",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7301",
            description = "with --live: the master's HTTP address (${DEFAULT-VALUE})")
    String master = "127.0.0.1:7301";

    @Option(
            names = "--node",
            paramLabel = "HOST:PORT",
            description = "with --live: a node's HTTP address; may be repeated. By default those that the master names")
    List<String> nodes = new ArrayList<>();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "with --live: how long it is watched (${DEFAULT-VALUE})")
    String time = "60s";

    Duration duration() {
        try {
            return Units.duration(time);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--for '" + time + "' " + e.getMessage(), e);
        }
    }
}
