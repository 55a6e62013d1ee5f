package io.forebay.server.cluster;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.NamespaceFigures;
import io.forebay.core.catalogue.NamespaceSpread;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Who knows the namespaces: a master's loop. Returns at once, and fails at once when its queue is full.
public interface NamespaceDoor {
    /// Those with blocks, so many at most.
    void namespaces(int atMost, Consumer<Answer<List<NamespaceFigures>>> then);

    /// How one is spread over the nodes; empty when nobody has a block of it.
    void spread(Namespace namespace, Consumer<Answer<Optional<NamespaceSpread>>> then);
}
