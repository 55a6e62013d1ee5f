package io.forebay.server.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.node.Dropped;
import io.forebay.node.Node;
import io.forebay.server.admin.ApiPage;
import io.forebay.server.admin.Parameters;
import io.forebay.server.explain.KeyText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// `/drop`: takes blocks out of this node, `key` being their hashes in hexadecimal with commas between. Answers once a
/// restart cannot bring them back, 6 s later at the latest. Safe from any thread.
final class DropPage implements ApiPage {
    private static final long WAIT_SECONDS = 6;

    private final Node node;

    DropPage(Node node) {
        this.node = node;
    }

    @Override
    public Reply answer(String query) {
        String keys = Parameters.of(query, Set.of("key")).required("key");
        List<BlockHash> hashes =
                Stream.of(keys.split(",", -1)).map(KeyText::hash).toList();
        CompletableFuture<Answer<List<Dropped>>> asked = new CompletableFuture<>();
        node.drop(hashes, asked::complete);
        Answer<List<Dropped>> answer = asked.completeOnTimeout(
                        Answer.failed(Remedy.RETRY, "the node's loop did not answer within " + WAIT_SECONDS + " s"),
                        WAIT_SECONDS,
                        TimeUnit.SECONDS)
                .join();
        return answer instanceof Answer.Ok<List<Dropped>>(List<Dropped> dropped)
                ? Reply.ok(
                        Map.of("dropped", dropped.stream().map(DropPage::tree).toList()))
                : Reply.away(answer.problem());
    }

    private static Map<String, Object> tree(Dropped dropped) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("key", dropped.hash().toString());
        tree.put("in_memory", dropped.inMemory());
        tree.put("still_read", dropped.stillRead());
        tree.put("on_ssd", dropped.onSsd());
        return tree;
    }
}
