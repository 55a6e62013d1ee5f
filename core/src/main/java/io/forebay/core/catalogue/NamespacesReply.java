package io.forebay.core.catalogue;

import io.forebay.core.block.Namespace;
import java.util.List;

/// The reply to [ListNamespaces]: one for each layout and tenant of which there is a block.
///
/// @param namespaces at most [#MAX], by tenant, then by fingerprint
public record NamespacesReply(long masterEpoch, List<Namespace> namespaces) implements Reply {
    /// The most that one reply names; further ones are left out.
    public static final int MAX = 4_096;

    public NamespacesReply {
        namespaces = List.copyOf(namespaces);
    }
}
