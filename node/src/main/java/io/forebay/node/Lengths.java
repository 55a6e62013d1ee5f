package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import java.util.function.Consumer;

/// Answers how much of a chain could be had: one walk through this node's memory and SSD, and one question to the
/// master
/// for the rest. It touches no block. Loop thread only.
final class Lengths {
    /// Questions under way; one beyond it is answered from memory alone.
    static final int MAX_UNDER_WAY = 1_024;

    private final FetchKit kit;
    private int underWay;

    Lengths(FetchKit kit) {
        this.kit = kit;
    }

    void ask(Instance asker, PrefixLength request, Consumer<PrefixLengths> then) {
        MissingBlocks missing = new MissingBlocks(kit, asker.blocks, request.hashes());
        boolean allHere = missing.hashes.isEmpty();
        if (allHere || underWay >= MAX_UNDER_WAY) {
            then.accept(new PrefixLengths(missing.here(), missing.here(), allHere));
            return;
        }
        underWay++;
        kit.counters().masterQueries.increment();
        kit.master()
                .queryPrefix(
                        new PrefixQuery(asker.blocks.namespace, missing.hashes),
                        Math.min(
                                request.deadlineNanos(), kit.settings().master().callNanos()),
                        answer -> kit.loop().post(() -> {
                            underWay--;
                            then.accept(lengths(missing, answer));
                        }));
    }

    private PrefixLengths lengths(MissingBlocks missing, Answer<PrefixReply> answer) {
        if (answer instanceof Answer.Ok<PrefixReply>(PrefixReply reply)) {
            return new PrefixLengths(missing.here(), missing.reach(reply), true);
        }
        kit.counters().masterQueryFailures.increment();
        return new PrefixLengths(missing.here(), missing.here(), false);
    }
}
