package io.forebay.client.asking;

import io.forebay.client.RouterClient;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import java.time.Duration;
import java.util.List;

/// What people ask of masters. A closed set.
public sealed interface RouterQuestion {
    /// Where are these blocks?
    record Where(NamedBlocks blocks) implements RouterQuestion {}

    /// Bring these blocks to memory.
    record Bring(NamedBlocks blocks, String requestId, Duration needIn) implements RouterQuestion {}

    /// Where are these blocks, and bring them to memory.
    record WhereAndBring(Bring bring) implements RouterQuestion {}

    /// This request will not come.
    record TakeBack(String requestId) implements RouterQuestion {}

    /// Asks; blocks as long as the client's calls do.
    default RouterAnswer ask(RouterClient client) {
        try {
            return switch (this) {
                case Where(NamedBlocks blocks) -> where(client, blocks);
                case Bring bring -> bring(client, bring);
                case WhereAndBring(Bring bring) -> both(client, bring);
                case TakeBack(String requestId) ->
                    Told.of(client.cancel(requestId), reply -> Told.cancelled(requestId, reply));
            };
        } catch (InvalidInput wrong) {
            return RouterAnswer.wrong(wrong.field() + " " + wrong.reason());
        }
    }

    private static RouterAnswer where(RouterClient client, NamedBlocks blocks) {
        List<BlockHash> hashes = blocks.parsed();
        return Told.of(
                blocks.namespace(client),
                found -> Told.of(client.lookup(found, hashes), reply -> Told.located(found, hashes, reply)));
    }

    private static RouterAnswer both(RouterClient client, Bring bring) {
        List<BlockHash> hashes = bring.blocks.parsed();
        return Told.of(
                bring.blocks.namespace(client),
                found -> Told.of(
                        client.lookupAndPrefetch(found, hashes, bring.requestId, bring.needIn),
                        both -> Told.both(found, hashes, both)));
    }

    private static RouterAnswer bring(RouterClient client, Bring bring) {
        List<BlockHash> hashes = bring.blocks.parsed();
        return Told.of(
                bring.blocks.namespace(client),
                found -> Told.of(
                        client.prefetch(found, hashes, bring.requestId, bring.needIn),
                        report -> Told.triggered(found, hashes, report)));
    }
}
