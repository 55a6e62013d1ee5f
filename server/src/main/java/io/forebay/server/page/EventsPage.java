package io.forebay.server.page;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.Recorder;
import io.forebay.core.recorder.Sentence;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// `/api/events`: what has happened to a process lately, the latest first, as far as its recorder goes back. `limit` is
/// the number of lines; `what` is `notable` (what a person wants to know unasked) or `all`. Safe from any thread.
public final class EventsPage implements ApiPage {
    static final int MAX_LINES = 500;
    private static final int USUAL_LINES = 50;

    private final String role;
    private final String name;
    private final Remembered memory;

    /// @param role `node` or `master`
    /// @param name which node; empty for the master
    public EventsPage(String role, String name, Remembered memory) {
        this.role = role;
        this.name = name;
        this.memory = memory;
    }

    @Override
    public Reply answer(String query) {
        Parameters asked = Parameters.of(query, Set.of("limit", "what"));
        int limit = asked.count("limit", USUAL_LINES, MAX_LINES);
        String what = asked.text("what").orElse("notable");
        InvalidInput.unless(what.equals("notable") || what.equals("all"), "what", "must be notable or all");
        Answer<Remembered.Reading> answer = memory.latest();
        return answer instanceof Answer.Ok<Remembered.Reading>(Remembered.Reading reading)
                ? Reply.ok(tree(reading, limit, what.equals("all")))
                : Reply.away(answer.problem());
    }

    private Map<String, Object> tree(Remembered.Reading reading, int limit, boolean all) {
        Recollection recollection = reading.recollection();
        Optional<Recorder.Snapshot> recorded = recollection.recorded();
        List<Happening> happenings = recorded.map(Recorder.Snapshot::happenings).orElse(List.of());
        long nowMicros = TimeUnit.MILLISECONDS.toMicros(reading.atMillis());
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Happening each : happenings.reversed()) {
            if (lines.size() < limit && (all || Notable.test(each))) {
                Map<String, Object> line = new LinkedHashMap<>();
                line.put("at_micros", nowMicros - (recollection.nowNanos() - each.atNanos()) / 1_000);
                line.put("what", each.word());
                line.put("text", Sentence.aboutRequest().of(each));
                lines.add(line);
            }
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("role", role);
        tree.put("name", name);
        tree.put("recorder_on", recorded.isPresent());
        tree.put("forgotten", recorded.map(Recorder.Snapshot::forgotten).orElse(0L));
        tree.put("events", lines);
        return tree;
    }
}
