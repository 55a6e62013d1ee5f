package io.forebay.core.handoff;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.Optional;

/// The KV-ready signal: what a prefill engine hands to its decode engine, or to the router between them, when it has
/// saved a request's blocks. It says how complete the handoff was when it was sent; the decode's query finds out what
/// is true when it reads.
///
/// @param requestId the prefill engine's request, 1–256 characters
/// @param namespace of the blocks; a decode engine of another namespace cannot use them
/// @param blocks the chain
/// @param report of the barrier
/// @param node that saved them; empty when it did not say its name
public record KvReady(
        String requestId, Namespace namespace, KvBlocks blocks, HandoffReport report, Optional<NodeId> node) {
    public KvReady {
        Limits.name("request_id", requestId);
    }
}
