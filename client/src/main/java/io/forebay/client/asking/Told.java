package io.forebay.client.asking;

import io.forebay.client.TriggerReport;
import io.forebay.client.TriggeredLookup;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.session.NodeId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Masters' replies in words and as trees.
final class Told {
    private Told() {}

    static <R> RouterAnswer of(Answer<R> answer, Function<R, RouterAnswer> words) {
        return switch (answer) {
            case Answer.Ok<R>(R reply) -> words.apply(reply);
            case Answer.Refused<R> refused -> RouterAnswer.wrong(refused.problem());
            case Answer.Failed<R> failed -> RouterAnswer.failed("no master has answered: " + failed.problem());
        };
    }

    static RouterAnswer cancelled(String requestId, CancelReply reply) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("request", requestId);
        tree.put("ended", reply.ended());
        tree.put("kept", reply.kept());
        String line = reply.ended() + " blocks are not brought to memory any more, " + reply.kept() + " still are";
        return RouterAnswer.told(List.of(line), tree);
    }

    static RouterAnswer located(Namespace namespace, List<BlockHash> hashes, LookupReply reply) {
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> blocks = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            BlockTiers block = reply.blocks().get(i);
            lines.add(hashes.get(i) + "  " + place(block));
            blocks.add(tree(hashes.get(i), block));
        }
        return blocks(namespace, reply.warming(), lines, blocks);
    }

    private static Map<String, Object> tree(BlockHash hash, BlockTiers block) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("hash", hash.toString());
        tree.put("size_bytes", block.sizeBytes());
        tree.put("promoting", block.promoting());
        tree.put("replicas", block.replicas().stream().map(Told::replica).toList());
        return tree;
    }

    /// Where the blocks were is told also when the trigger came to nothing.
    static RouterAnswer both(Namespace namespace, List<BlockHash> hashes, TriggeredLookup both) {
        return switch (both.trigger()) {
            case TriggerReport.Off off -> {
                RouterAnswer found = located(namespace, hashes, both.before());
                RouterAnswer trigger = triggered(namespace, hashes, off);
                yield new RouterAnswer(trigger.end(), found.text(), found.tree(), trigger.problem());
            }
            case TriggerReport.Decided decided -> {
                List<String> lines = new ArrayList<>();
                List<Map<String, Object>> blocks = new ArrayList<>();
                for (int i = 0; i < hashes.size(); i++) {
                    BlockTiers block = both.before().blocks().get(i);
                    PrefetchAnswer answer = decided.answers().get(i);
                    lines.add(hashes.get(i) + "  " + place(block) + "; " + words(answer));
                    Map<String, Object> tree = tree(hashes.get(i), block);
                    put(tree, answer);
                    blocks.add(tree);
                }
                yield blocks(namespace, decided.warming(), lines, blocks);
            }
        };
    }

    private static String place(BlockTiers block) {
        if (block.replicas().isEmpty()) {
            return "nowhere";
        }
        return block.replicas().stream().map(Told::words).collect(Collectors.joining(", "))
                + (block.sizeBytes() == 0 ? "" : ", " + block.sizeBytes() + " bytes")
                + (block.promoting() ? ", on its way to memory" : "");
    }

    private static String words(ReplicaStatus replica) {
        return tier(replica) + " of " + replica.node().name()
                + (replica.leaseNanos() == 0 ? "" : " (leased for " + replica.leaseNanos() / 1_000_000 + " ms)");
    }

    private static String tier(ReplicaStatus replica) {
        return replica.tier() == Tier.MEMORY ? "memory" : "ssd";
    }

    private static Map<String, Object> replica(ReplicaStatus replica) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("node", replica.node().name());
        tree.put("tier", tier(replica));
        tree.put("lease_millis", replica.leaseNanos() / 1_000_000);
        return tree;
    }

    static RouterAnswer triggered(Namespace namespace, List<BlockHash> hashes, TriggerReport report) {
        return switch (report) {
            case TriggerReport.Off(boolean supported) ->
                RouterAnswer.failed(
                        supported
                                ? "triggers are switched off at the master (enable.prefetch_trigger, or POST /prefetch?on=true"
                                        + " at its HTTP port): nothing was done"
                                : "the master knows no triggers: nothing was done");
            case TriggerReport.Decided decided -> decided(namespace, hashes, decided);
        };
    }

    private static RouterAnswer decided(Namespace namespace, List<BlockHash> hashes, TriggerReport.Decided decided) {
        List<String> lines = new ArrayList<>();
        List<Map<String, Object>> blocks = new ArrayList<>();
        for (int i = 0; i < hashes.size(); i++) {
            PrefetchAnswer answer = decided.answers().get(i);
            lines.add(hashes.get(i) + "  " + words(answer));
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("hash", hashes.get(i).toString());
            put(tree, answer);
            blocks.add(tree);
        }
        return blocks(namespace, decided.warming(), lines, blocks);
    }

    private static String words(PrefetchAnswer answer) {
        String owner = owner(answer);
        return status(answer) + (owner.isEmpty() ? "" : " at " + owner) + (answer.leased() ? ", leased" : "");
    }

    private static void put(Map<String, Object> tree, PrefetchAnswer answer) {
        tree.put("status", status(answer));
        tree.put("owner", owner(answer));
        tree.put("leased", answer.leased());
    }

    private static String status(PrefetchAnswer answer) {
        return answer.status().name().toLowerCase(Locale.ROOT);
    }

    private static String owner(PrefetchAnswer answer) {
        return answer.owner().map(NodeId::name).orElse("");
    }

    private static RouterAnswer blocks(
            Namespace namespace, boolean warming, List<String> lines, List<Map<String, Object>> blocks) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("model", namespace.model());
        tree.put("tenant", namespace.tenant());
        tree.put("fingerprint", namespace.fingerprint());
        tree.put("warming", warming);
        tree.put("blocks", blocks);
        if (warming) {
            lines.add("the master is warming: it may not know of every block yet");
        }
        return RouterAnswer.told(lines, tree);
    }
}
