package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;

/// A data plane: it lets peers read memory that this process registered, and reads memory that peers registered.
/// One-sided: the owner's engine and node thread take no part in a read.
///
/// One instance for each backend and process. All methods are safe from any thread; [#register], [#connect] and
/// [#close] may block (connect no longer than its time-out), so they are never called on a node's own thread.
public interface Fabric extends AutoCloseable {
    /// The backend's name in configuration, endpoints and metrics: `map`, `tcp`, ….
    String name();

    /// Makes a region readable for peers until this fabric is closed. A region that overlaps a registered one is
    /// refused with an [IllegalArgumentException].
    void register(LocalRegion region) throws FabricException;

    /// How peers reach this process over this backend: address and all regions registered so far.
    FabricEndpoint endpoint();

    /// Connects to a peer's endpoint of the same backend.
    ///
    /// @param timeoutNanos from now
    /// @throws FabricException when the peer cannot be reached in time, or is not the one that the
    ///     endpoint describes
    FabricPeer connect(FabricEndpoint endpoint, long timeoutNanos) throws FabricException;

    /// Bytes that reads have delivered here since the start.
    long bytesRead();

    /// Stops serving, fails every read in flight, and waits until no destination is written any more.
    @Override
    void close();
}
