package io.forebay.node;

import io.forebay.core.block.BlockKey;

/// What a node tells whoever runs it. Called on the loop's thread.
public interface NodeEvents {
    /// A session with a master incarnation that knows nothing of this node yet.
    void sessionOpened(long masterEpoch);

    /// A higher boot of this node runs, or another process under its name: this one ends and must not be restarted.
    ///
    /// @param address `host:port` of the other one; empty when the master does not say
    void superseded(long currentBoot, String address);

    /// The master has not answered for so long. The node serves what it has, and finds nothing at peers.
    void masterSilent(long nanos);

    /// The master answers again.
    void masterHeard();

    /// A block in memory was found not to be what was sealed; it is served no more. Somebody wrote where he had no
    /// right to, or the memory is bad.
    void damaged(BlockKey key);

    /// A request met an error of our own and was answered as failed.
    ///
    /// @param fatal true for a broken invariant: the node's state is not to be trusted, so the process ends and
    ///     starts over empty
    void failed(RuntimeException cause, boolean fatal);
}
