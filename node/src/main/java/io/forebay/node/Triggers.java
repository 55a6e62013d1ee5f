package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.engine.EnginePrefetch;
import java.util.function.Consumer;

/// Passes engines' triggers on to the master, for engines without a router. It keeps nothing and
/// changes nothing here; each waits no longer than the master's call time-out. A node that knows no way
/// to do it answers as a master does that has triggers switched off. Loop thread only.
final class Triggers {
    /// Triggers under way; one beyond it fails at once.
    static final int MAX_UNDER_WAY = 1_024;

    private final NodeParts parts;
    private int underWay;

    Triggers(NodeParts parts) {
        this.parts = parts;
    }

    void ask(Instance asker, EnginePrefetch request, Consumer<Answer<PrefetchReply>> then) {
        if (parts.router().isEmpty()) {
            then.accept(Answer.ok(new PrefetchReply.Disabled(0)));
            return;
        }
        if (underWay >= MAX_UNDER_WAY) {
            then.accept(Answer.failed(Remedy.RETRY, "the node has " + underWay + " triggers under way, the limit"));
            return;
        }
        underWay++;
        parts.router()
                .get()
                .prefetch(
                        request.in(asker.blocks.namespace),
                        parts.settings().master().callNanos(),
                        answer -> parts.loop().post(() -> {
                            underWay--;
                            then.accept(answer);
                        }));
    }
}
