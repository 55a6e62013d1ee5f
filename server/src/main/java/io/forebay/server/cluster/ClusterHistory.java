package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Parameters;
import io.forebay.server.page.Fresh;
import io.forebay.server.page.Track;
import io.forebay.server.page.Window;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// `/api/cluster/history`: the last minutes of all nodes together, step by step, for charts, and how full the memory of
/// each was. What a node said last is remembered for as long as it lies in the window, so that a node that dies does
/// not
/// take back what it did. `window` is `5m` or `1h`. Whoever looks within a second of another gets the same answer. Safe
/// from any thread.
public final class ClusterHistory implements ApiPage {
    private static final Duration TIMEOUT = Duration.ofMillis(1_500);

    /// Nodes whose memory is drawn one by one, and whose past is remembered.
    private static final int MAX_NODES = 256;

    private static final long MAX_LAG_STEPS = 2;

    private final Supplier<List<NodeStatus>> nodes;
    private final NodeAsker asker;
    private final Map<Window, Fresh<Map<String, Object>>> last = new EnumMap<>(Window.class);
    private final Map<Window, Map<String, Track>> remembered = new EnumMap<>(Window.class);

    /// @param nodes with a session, now
    public ClusterHistory(Supplier<List<NodeStatus>> nodes, NodeAsker asker) {
        this.nodes = nodes;
        this.asker = asker;
        for (Window window : Window.values()) {
            last.put(window, new Fresh<>(TimeUnit.SECONDS.toNanos(1)));
            remembered.put(window, new LinkedHashMap<>());
        }
    }

    @Override
    public Reply answer(String query) {
        Parameters asked = Parameters.of(query, Set.of("window"));
        Window window = Window.of(asked.text("window").orElse(Window.FIVE_MINUTES.word()));
        return Reply.ok(fresh(window).get(() -> gather(window)));
    }

    private Fresh<Map<String, Object>> fresh(Window window) {
        return Objects.requireNonNull(last.get(window));
    }

    /// One at a time for each window: [Fresh] sees to that.
    private Map<String, Object> gather(Window window) {
        Map<String, Track> known = Objects.requireNonNull(remembered.get(window));
        long newest = 0;
        long common = Long.MAX_VALUE;
        for (NodeAnswer answer : asker.ask(nodes.get(), "/api/history?window=" + window.word(), TIMEOUT)) {
            if (answer.tree() != null) {
                Track track = TrackReader.read(window, answer.tree());
                known.remove(answer.name());
                known.put(answer.name(), track);
                newest = Math.max(newest, track.lastStep());
                common = Math.min(common, track.lastStep());
            }
        }
        // The last step counts once all have taken it; one whose clock is behind does not hold the others up.
        long end = newest - common <= MAX_LAG_STEPS ? common : newest;
        known.values().removeIf(track -> track.lastStep() <= end - window.steps());
        while (known.size() > MAX_NODES) {
            known.remove(known.keySet().iterator().next());
        }
        Tracks tracks = new Tracks(window, known, end);
        Map<String, Object> tree = new LinkedHashMap<>(tracks.together().tree());
        tree.put("pool_used_share_by_node", tracks.shares());
        return tree;
    }
}
