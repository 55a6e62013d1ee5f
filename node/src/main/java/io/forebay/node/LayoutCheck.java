package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.fetch.LayoutFit;
import io.forebay.core.fetch.Outcome;
import java.util.function.Consumer;

/// Asks the master whether anybody stores blocks of a layout at all, where nothing of it has ever come here.
final class LayoutCheck {
    private LayoutCheck() {}

    /// @param then hears once why a block without an owner misses, on the loop
    static void ask(FetchKit kit, NamespaceBlocks home, Consumer<Outcome> then) {
        kit.master()
                .listNamespaces(
                        new ListNamespaces(home.namespace.model()),
                        kit.settings().master().callNanos(),
                        answer -> kit.loop().post(() -> then.accept(cause(home, answer))));
    }

    private static Outcome cause(NamespaceBlocks home, Answer<NamespacesReply> answer) {
        return answer instanceof Answer.Ok<NamespacesReply>(NamespacesReply reply)
                ? LayoutFit.cause(home.namespace, reply.namespaces())
                : Outcome.MISS_NO_OWNER;
    }
}
