package io.forebay.core.engine;

import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.Optional;

/// The node's welcome to an engine.
///
/// @param namespace of the engine's blocks: its model, its tenant, its layout's fingerprint
/// @param poolPath the shared memory file that the engine maps
/// @param poolNonce the number in the head of the right file
/// @param lockPath a file beside the pool on which every process of the instance holds a shared lock while it lives;
///     only when no process holds it does the node hand the instance's unsealed extents to another writer
/// @param node its name; empty when it does not say
public record Registered(Namespace namespace, String poolPath, long poolNonce, String lockPath, Optional<NodeId> node) {
    /// Of a node that does not say its name.
    public Registered(Namespace namespace, String poolPath, long poolNonce, String lockPath) {
        this(namespace, poolPath, poolNonce, lockPath, Optional.empty());
    }
}
