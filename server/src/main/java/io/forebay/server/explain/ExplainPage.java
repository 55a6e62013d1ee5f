package io.forebay.server.explain;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Recollection;
import io.forebay.core.recorder.Recorder;
import io.forebay.core.recorder.Sentence;
import io.forebay.core.recorder.Standing;
import io.forebay.core.recorder.Story;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The page `/api/explain`: what a process remembers of one block or one request, oldest first, and how the block
/// stands now. Safe from any thread.
///
/// Whoever remembers gives a snapshot, which is searched here, on the asker's thread. Bounds: [#MAX_LINES] lines, the
/// latest ones; [#MAX_ASKERS] searches at a time, so that a snapshot's memory has a bound; [#WAIT_MILLIS] for either.
public final class ExplainPage {
    static final int MAX_LINES = 1_000;
    static final int MAX_ASKERS = 4;
    static final long WAIT_MILLIS = 2_000;

    private final String role;
    private final String name;
    private final Recall memory;
    private final Nodes nodes;
    private final Semaphore askers = new Semaphore(MAX_ASKERS);

    /// The other processes to ask: for each a few words by name.
    @FunctionalInterface
    public interface Nodes {
        /// Name, HTTP address and visibility of each.
        List<Map<String, Object>> known();
    }

    /// What to send.
    ///
    /// @param status of HTTP
    public record Reply(int status, Map<String, Object> body) {
        static Reply error(int status, String field, String message) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("error", message);
            if (!field.isEmpty()) {
                body.put("field", field);
            }
            return new Reply(status, body);
        }
    }

    /// @param role `node` or `master`
    /// @param name which of them; empty for the master
    /// @param nodes whom else to ask
    public ExplainPage(String role, String name, Recall memory, Nodes nodes) {
        this.role = role;
        this.name = name;
        this.memory = memory;
        this.nodes = nodes;
    }

    /// Waits for whoever remembers, within [#WAIT_MILLIS].
    ///
    /// @param query `key=HEX` or `request=ID`, URL-encoded
    public Reply answer(String query) {
        Subject subject;
        try {
            subject = Subject.parse(query);
        } catch (InvalidInput bad) {
            return Reply.error(400, bad.field(), bad.field() + " " + bad.reason());
        }
        try {
            if (!askers.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                return Reply.error(503, "", "too many ask at a time: " + MAX_ASKERS);
            }
            try {
                return recalled(subject);
            } finally {
                askers.release();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Reply.error(503, "", "it is shutting down");
        }
    }

    private Reply recalled(Subject subject) throws InterruptedException {
        CompletableFuture<Answer<Recollection>> asked = new CompletableFuture<>();
        memory.recall(subject.block(), asked::complete);
        try {
            Answer<Recollection> answer = asked.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
            return answer instanceof Answer.Ok<Recollection>(Recollection recollection)
                    ? new Reply(200, tree(subject, recollection))
                    : Reply.error(503, "", answer.problem());
        } catch (TimeoutException | ExecutionException busy) {
            return Reply.error(503, "", "no answer within " + WAIT_MILLIS + " ms");
        }
    }

    private Map<String, Object> tree(Subject subject, Recollection recollection) {
        long nowMicros = TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis());
        Optional<Recorder.Snapshot> recorded = recollection.recorded();
        Story story = subject.of(recorded.map(Recorder.Snapshot::happenings).orElse(List.of()), MAX_LINES);
        Sentence sentence = subject.sentence();
        List<Map<String, Object>> lines = new ArrayList<>();
        for (Happening happening : story.lines()) {
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("at_micros", nowMicros - (recollection.nowNanos() - happening.atNanos()) / 1_000);
            line.put("what", happening.word());
            line.put("text", sentence.of(happening));
            lines.add(line);
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("role", role);
        tree.put("name", name);
        tree.put(subject.field(), subject.value());
        tree.put("recorder_on", recorded.isPresent());
        tree.put("forgotten", recorded.map(Recorder.Snapshot::forgotten).orElse(0L));
        tree.put("lines", lines);
        tree.put("left_out", story.leftOut());
        tree.put(
                "now",
                recollection.standings().stream()
                        .limit(MAX_LINES)
                        .map(ExplainPage::standing)
                        .toList());
        tree.put("nodes", nodes.known());
        return tree;
    }

    private static Map<String, Object> standing(Standing standing) {
        Map<String, Object> words = new LinkedHashMap<>();
        Namespace namespace = standing.namespace();
        words.put("model", namespace.model());
        words.put("tenant", namespace.tenant());
        words.put("fingerprint", namespace.fingerprint());
        words.put("text", standing.words());
        return words;
    }
}
