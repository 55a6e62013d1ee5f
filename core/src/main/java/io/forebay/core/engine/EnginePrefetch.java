package io.forebay.core.engine;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.instance.InstanceId;
import java.util.List;

/// An engine without a router says that a request is on its way that will read these blocks. Its node
/// passes it on to the master, as a [Prefetch] of the engine's namespace.
///
/// @param hashes at most [Prefetch#MAX_HASHES]; none is an empty answer
/// @param requestId the request, by the name under which a router may take it back, too; may be empty
/// @param needInNanos when the blocks are needed, from now on: 0 to 10 minutes
public record EnginePrefetch(InstanceId instance, List<BlockHash> hashes, String requestId, long needInNanos) {
    public EnginePrefetch {
        hashes = List.copyOf(hashes);
        Prefetch.check(hashes, requestId, needInNanos);
    }

    /// What the master is asked.
    public Prefetch in(Namespace namespace) {
        return new Prefetch(namespace, hashes, requestId, needInNanos);
    }
}
