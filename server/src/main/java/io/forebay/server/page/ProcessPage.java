package io.forebay.server.page;

import io.forebay.core.answer.Answer;
import io.forebay.core.recorder.Recorder;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Health;
import io.forebay.server.admin.Parameters;
import io.forebay.server.metrics.Figures;
import io.forebay.server.metrics.Metrics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// `/api/node`: a process as it is now: who it is, whether it is ready, every figure of its `/metrics` page under the
/// name that it has there, and how its peers did of late. Safe from any thread.
public final class ProcessPage implements ApiPage {
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final About about;
    private final Health health;
    private final Metrics metrics;
    private final Remembered memory;
    private final Fresh<Map<String, @Nullable Number>> figures = new Fresh<>(FRESH_NANOS);

    /// What does not change while the process runs.
    ///
    /// @param role `node` or `master`
    /// @param name which node; empty for the master
    /// @param words more of it, by short names: addresses, the boot
    /// @param settings that a chart has a line for, by their keys
    public record About(String role, String name, Map<String, Object> words, Map<String, Double> settings) {
        public About {
            words = Map.copyOf(words);
            settings = Map.copyOf(settings);
        }
    }

    /// Of the process with these parts.
    public ProcessPage(About about, Health health, Metrics metrics, Remembered memory) {
        this.about = about;
        this.health = health;
        this.metrics = metrics;
        this.memory = memory;
    }

    @Override
    public Reply answer(String query) {
        Parameters.of(query, Set.of());
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("role", about.role());
        tree.put("name", about.name());
        tree.put("at_millis", System.currentTimeMillis());
        tree.put("about", new TreeMap<>(about.words()));
        tree.put("settings", new TreeMap<>(about.settings()));
        tree.put("ready", health.isReady());
        tree.put("conditions", health.check());
        tree.put("figures", figures.get(this::read));
        tree.put("peers", peers());
        return Reply.ok(tree);
    }

    private Map<String, @Nullable Number> read() {
        Map<String, @Nullable Number> numbers = new LinkedHashMap<>();
        Figures.of(metrics.text()).forEach((name, number) -> numbers.put(name, Track.number(number)));
        return numbers;
    }

    /// Empty where the recorder is off, or where nobody answers.
    private List<Map<String, @Nullable Object>> peers() {
        return memory.latest() instanceof Answer.Ok<Remembered.Reading>(Remembered.Reading reading)
                ? PeerTally.of(
                        reading.recollection()
                                .recorded()
                                .map(Recorder.Snapshot::happenings)
                                .orElse(List.of()),
                        reading.recollection().nowNanos())
                : List.of();
    }
}
