package io.forebay.server.cluster;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.NamespaceFigures;
import io.forebay.core.catalogue.NamespaceSpread;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.ApiPage.Reply;
import io.forebay.server.admin.Parameters;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// `/api/namespaces` and `/api/namespace`: what blocks there are, by model, tenant and layout, and how one namespace is
/// spread over the nodes. [#MAX_ASKERS] at a time, since each of the latter is a walk on the master's loop. Safe from
/// any
/// thread.
public final class NamespacePages {
    static final int MAX_NAMESPACES = 200;
    static final int MAX_ASKERS = 2;
    private static final long WAIT_MILLIS = 1_500;

    private final NamespaceDoor door;
    private final Semaphore askers = new Semaphore(MAX_ASKERS);

    /// @param door whom to ask
    public NamespacePages(NamespaceDoor door) {
        this.door = door;
    }

    /// Both by their paths.
    public Map<String, ApiPage> pages() {
        return Map.of("/api/namespaces", this::all, "/api/namespace", this::one);
    }

    private Reply all(String query) {
        Parameters.of(query, Set.of());
        return switch (this.<List<NamespaceFigures>>ask(then -> door.namespaces(MAX_NAMESPACES + 1, then))) {
            case Answer.Ok<List<NamespaceFigures>>(List<NamespaceFigures> found) -> Reply.ok(tree(found));
            case Answer.Refused<List<NamespaceFigures>> refused -> Reply.away(refused.problem());
            case Answer.Failed<List<NamespaceFigures>> failed -> Reply.away(failed.problem());
        };
    }

    private static Map<String, Object> tree(List<NamespaceFigures> found) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(
                "namespaces",
                found.stream().limit(MAX_NAMESPACES).map(NamespacePages::words).toList());
        tree.put("more", found.size() > MAX_NAMESPACES);
        return tree;
    }

    private Reply one(String query) {
        Parameters asked = Parameters.of(query, Set.of("model", "tenant", "fingerprint"));
        Namespace namespace =
                new Namespace(asked.required("model"), asked.text("tenant").orElse(""), asked.required("fingerprint"));
        return switch (this.<Optional<NamespaceSpread>>ask(then -> door.spread(namespace, then))) {
            case Answer.Ok<Optional<NamespaceSpread>>(Optional<NamespaceSpread> found) ->
                found.map(spread -> Reply.ok(words(spread)))
                        .orElseGet(() -> new Reply(404, Map.of("error", "nobody has a block of this namespace")));
            case Answer.Refused<Optional<NamespaceSpread>> refused -> Reply.away(refused.problem());
            case Answer.Failed<Optional<NamespaceSpread>> failed -> Reply.away(failed.problem());
        };
    }

    private <T> Answer<T> ask(Consumer<Consumer<Answer<T>>> question) {
        try {
            if (!askers.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                return Answer.failed(Remedy.RETRY, "too many ask at a time: " + MAX_ASKERS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return Answer.failed(Remedy.RETRY, "it is shutting down");
        }
        try {
            CompletableFuture<Answer<T>> asked = new CompletableFuture<>();
            question.accept(asked::complete);
            return asked.completeOnTimeout(
                            Answer.failed(Remedy.RETRY, "no answer within " + WAIT_MILLIS + " ms"),
                            WAIT_MILLIS,
                            TimeUnit.MILLISECONDS)
                    .join();
        } finally {
            askers.release();
        }
    }

    private static Map<String, Object> words(NamespaceFigures figures) {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("model", figures.namespace().model());
        words.put("tenant", figures.namespace().tenant());
        words.put("fingerprint", figures.namespace().fingerprint());
        words.put("blocks_in_memory", figures.inMemory());
        words.put("blocks_on_ssd", figures.onDisk());
        words.put("block_bytes", figures.blockBytes());
        return words;
    }

    private static Map<String, Object> words(NamespaceSpread spread) {
        Map<String, Object> words = words(spread.figures());
        words.put("counted_at_most", spread.countedAtMost());
        words.put(
                "holders",
                spread.holders().stream()
                        .map(holder -> Map.of(
                                "node", holder.node().name(),
                                "blocks_in_memory", holder.inMemory(),
                                "blocks_on_ssd", holder.onDisk()))
                        .toList());
        words.put("blocks_by_copies_in_memory", spread.copies());
        return words;
    }
}
