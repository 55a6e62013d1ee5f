package io.forebay.cli.look;

import io.forebay.bench.page.MetricsPage;
import java.util.List;
import java.util.Optional;

/// A node at one moment, as the master and its own pages tell of it.
///
/// @param name in the cluster; its address where no master names it
/// @param http `host:port` of its pages; empty where that is not known
/// @param known what the master knows of it; empty where it was not asked, or does not know it
/// @param metrics its own figures; empty where it did not answer
/// @param complaints what it says of itself that is wrong, each as the rest of a sentence
/// @param problem why it did not answer; empty when it did
public record NodeLook(
        String name,
        String http,
        Optional<Known> known,
        Optional<MetricsPage> metrics,
        List<String> complaints,
        String problem) {
    public NodeLook {
        complaints = List.copyOf(complaints);
    }

    /// What the master knows.
    ///
    /// @param visible whether queries may name it
    /// @param silentMillis since the master heard of it; -1 from a master that does not say
    /// @param draining whether it names others before it
    public record Known(boolean visible, long silentMillis, boolean draining) {}

    /// How a node is, in a word.
    public enum State {
        UP("up"),
        /// Told to leave the service.
        DRAINING("DRAINING"),
        /// The master has heard nothing of it for so long that no query names it.
        SILENT("SILENT"),
        /// It has no session with the master.
        NO_SESSION("NO SESSION"),
        /// Its pages do not answer.
        NO_ANSWER("NO ANSWER");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /// For people.
        public String words() {
            return words;
        }
    }

    /// What comes first here counts most.
    public State state() {
        if (metrics.isEmpty()) {
            return State.NO_ANSWER;
        }
        if (metrics.get().sum("master_session_open") == 0) {
            return State.NO_SESSION;
        }
        if (known.isPresent() && !known.get().visible()) {
            return State.SILENT;
        }
        return figure("node_draining") > 0 ? State.DRAINING : State.UP;
    }

    /// Whether a master names it that has not heard of it lately.
    boolean isSilent() {
        return known.isPresent() && !known.get().visible();
    }

    /// One of its figures, over all labels but those given; 0 where it did not answer.
    long figure(String name, String... labels) {
        return metrics.map(page -> page.sum(name, labels)).orElse(0L);
    }
}
