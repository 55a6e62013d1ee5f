package io.forebay.bench.measure;

import io.forebay.bench.page.MetricsPage;
import io.forebay.bench.page.MetricsReader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The measurement before prefetching is switched on, on a running cluster: its pages are read once a second, and
/// nothing of it is changed. One thread.
public final class LiveMeasure {
    private static final Duration PAGE_TIME = Duration.ofSeconds(2);
    private static final long SECOND_NANOS = 1_000_000_000L;

    private LiveMeasure() {}

    /// Watches for as long as the settings say.
    ///
    /// @param tell hears on the way of a page that is away
    /// @throws IOException names the page, when the master or a node does not answer at the first look
    public static LiveMeasurement run(LiveSettings settings, Consumer<String> tell) throws IOException {
        try (MetricsReader reader = new MetricsReader(PAGE_TIME)) {
            List<String> nodes = settings.nodes().isEmpty() ? named(reader, settings.master()) : settings.nodes();
            LiveLooks looks = new LiveLooks(settings);
            Map<String, MetricsPage> first = new LinkedHashMap<>();
            for (String node : nodes) {
                first.put(node, reader.read(node));
            }
            looks.look(Optional.of(reader.read(settings.master())), first, nodes);
            long start = System.nanoTime();
            for (long second = 1; second <= settings.duration().toSeconds(); second++) {
                pauseUntil(start + second * SECOND_NANOS);
                Map<String, MetricsPage> pages = new LinkedHashMap<>();
                nodes.forEach(node -> page(reader, node, tell).ifPresent(page -> pages.put(node, page)));
                looks.look(page(reader, settings.master(), tell), pages, nodes);
            }
            return looks.result(nodes.size());
        }
    }

    private static void pauseUntil(long nanos) throws IOException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while watching");
            }
        }
    }

    private static Optional<MetricsPage> page(MetricsReader reader, String address, Consumer<String> tell) {
        try {
            return Optional.of(reader.read(address));
        } catch (IOException away) {
            tell.accept(String.valueOf(away.getMessage()));
            return Optional.empty();
        }
    }

    /// The pages of the nodes that the master knows.
    private static List<String> named(MetricsReader reader, String master) throws IOException {
        List<String> nodes = new ArrayList<>();
        try {
            JsonNode tree = JsonMapper.shared().readTree(reader.text(master, "/api/explain?request=measure"));
            for (JsonNode node : tree.path("nodes")) {
                String http = node.path("http").asString("");
                if (http.isEmpty()) {
                    throw new IOException("the master at " + master + " does not know where the pages of node "
                            + node.path("node").asString("") + " are: give all with --node");
                }
                nodes.add(http);
            }
        } catch (JacksonException e) {
            throw new IOException("what answers at " + master + " is no master", e);
        }
        if (nodes.isEmpty()) {
            throw new IOException("the master at " + master + " knows no node");
        }
        return nodes;
    }
}
