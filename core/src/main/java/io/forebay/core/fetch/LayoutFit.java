package io.forebay.core.fetch;

import io.forebay.core.block.Namespace;
import java.util.List;

/// Tells a block that nobody has from a layout that nobody has: engines whose layouts differ never share a block, and
/// should hear of it rather than miss for ever.
public final class LayoutFit {
    private LayoutFit() {}

    /// Why a block without an owner misses.
    ///
    /// @param asked the namespace of the query
    /// @param stored the namespaces in which there are blocks of the same model
    public static Outcome cause(Namespace asked, List<Namespace> stored) {
        boolean known = stored.isEmpty()
                || stored.stream().anyMatch(namespace -> namespace.fingerprint().equals(asked.fingerprint()));
        return known ? Outcome.MISS_NO_OWNER : Outcome.MISS_LAYOUT;
    }
}
