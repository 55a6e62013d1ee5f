package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.explain.ExplainPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// `/api/cluster/explain`: what the master and its nodes remember of one block or one request, each in its own words.
/// Takes what `/api/explain` takes. Safe from any thread.
public final class ClusterExplain implements ApiPage {
    private static final Duration TIMEOUT = Duration.ofMillis(2_500);
    private static final int MAX_ASKERS = 4;

    private final ExplainPage own;
    private final Supplier<List<NodeStatus>> nodes;
    private final NodeAsker asker;
    private final Semaphore askers = new Semaphore(MAX_ASKERS);

    /// @param own the master's
    /// @param nodes with a session, now
    public ClusterExplain(ExplainPage own, Supplier<List<NodeStatus>> nodes, NodeAsker asker) {
        this.own = own;
        this.nodes = nodes;
        this.asker = asker;
    }

    /// What the master refuses to answer, nobody is asked.
    @Override
    public Reply answer(String query) {
        if (!askers.tryAcquire()) {
            return Reply.away("too many ask at a time: " + MAX_ASKERS);
        }
        try {
            ExplainPage.Reply ofMaster = own.answer(query);
            return ofMaster.status() == 200
                    ? Reply.ok(gather(ofMaster, query))
                    : new Reply(ofMaster.status(), ofMaster.body());
        } finally {
            askers.release();
        }
    }

    private Map<String, Object> gather(ExplainPage.Reply ofMaster, String query) {
        List<Map<String, @Nullable Object>> answers = new ArrayList<>();
        answers.add(words("master", "", "", ofMaster.body()));
        asker.ask(nodes.get(), "/api/explain?" + query, TIMEOUT)
                .forEach(answer ->
                        answers.add(words(answer.name(), answer.node().httpAddress(), answer.error(), answer.tree())));
        return Map.of("answers", answers);
    }

    private static Map<String, @Nullable Object> words(String who, String http, String error, @Nullable Object story) {
        Map<String, @Nullable Object> words = new LinkedHashMap<>();
        words.put("who", who);
        words.put("http", http);
        words.put("error", error.isEmpty() ? null : error);
        words.put("story", story);
        return words;
    }
}
