package io.forebay.core.recorder;

import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.PrefetchEvent;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.core.prefetch.TaskId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Tells of promotions: a task's beginning and its one end, by its block. What one decision does to many blocks of a
/// node is one happening. As many tasks as the master has. Confined to its [CatalogueRecorder].
final class PromotionRecorder {
    /// Whose block it is that a task brings.
    private record Named(BlockKey key, SessionId owner) {}

    /// What one decision did, and at which node.
    private record Deed(BlockChange change, String node) {}

    private final Function<SessionId, String> nodes;
    private final Map<TaskId, Named> tasks = new HashMap<>();
    private final Map<Deed, List<BlockKey>> deeds = new LinkedHashMap<>();

    /// @param nodes a session's node, by name
    PromotionRecorder(Function<SessionId, String> nodes) {
        this.nodes = nodes;
    }

    void take(PrefetchEvent event) {
        switch (event) {
            case PrefetchEvent.Queued queued -> {
                tasks.put(queued.task(), new Named(queued.key(), queued.owner()));
                deed(BlockChange.PROMOTION_QUEUED, nodes.apply(queued.owner()), queued.key());
            }
            case PrefetchEvent.Ended ended -> ended(ended.task(), change(ended.end()));
            case PrefetchEvent.Yielded yielded -> ended(yielded.task(), BlockChange.PROMOTION_FAILED);
            case PrefetchEvent.CandidateKept kept -> {
                if (kept.tries() == 0) {
                    deed(BlockChange.PROMOTION_THROTTLED, "", kept.key());
                }
            }
            case PrefetchEvent.Joined _,
                    PrefetchEvent.Claimed _,
                    PrefetchEvent.Requeued _,
                    PrefetchEvent.Started _,
                    PrefetchEvent.InterestEnded _,
                    PrefetchEvent.CandidateDropped _,
                    PrefetchEvent.CandidateInterestEnded _,
                    PrefetchEvent.Pulled _,
                    PrefetchEvent.BufferFull _,
                    PrefetchEvent.Met _,
                    PrefetchEvent.SessionForgotten _,
                    PrefetchEvent.Switched _ -> {}
        }
    }

    private void ended(TaskId task, BlockChange change) {
        Named named = tasks.remove(task);
        if (named != null) {
            deed(change, nodes.apply(named.owner()), named.key());
        }
    }

    private void deed(BlockChange change, String node, BlockKey key) {
        deeds.computeIfAbsent(new Deed(change, node), absent -> new ArrayList<>())
                .add(key);
    }

    private static BlockChange change(TaskEnd end) {
        return switch (end) {
            case COMPLETED -> BlockChange.PROMOTED;
            case FAILED -> BlockChange.PROMOTION_FAILED;
            case EXPIRED -> BlockChange.PROMOTION_EXPIRED;
            case CANCELLED -> BlockChange.PROMOTION_CANCELLED;
            case SUPERSEDED -> BlockChange.PROMOTION_SUPERSEDED;
        };
    }

    /// Who hears of a change of blocks at a node.
    interface Teller {
        void tell(BlockChange change, String node, List<BlockKey> keys);
    }

    /// The decision is over.
    void flush(Teller to) {
        deeds.forEach((deed, keys) -> to.tell(deed.change(), deed.node(), keys));
        deeds.clear();
    }
}
