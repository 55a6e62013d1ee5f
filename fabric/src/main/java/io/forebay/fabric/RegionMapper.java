package io.forebay.fabric;

import io.forebay.core.extent.Generations;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/// Opens a peer's region on the same host. `memory` knows how and `fabric` does not, so the node brings the two
/// together with an implementation of this.
@FunctionalInterface
public interface RegionMapper {
    /// Maps the region for reading.
    ///
    /// @throws IOException when the file is not there, not readable, or not the one that the key describes
    MappedRegion map(RegionDescriptor region) throws IOException;

    /// A peer's region in this address space.
    ///
    /// @param segment read-only; a fault in it during a copy is an [InternalError] that the copier catches
    /// @param unmap gives the mapping back; no copy may be running
    record MappedRegion(MemorySegment segment, Generations generations, Runnable unmap) {}
}
