package io.forebay.fabric;

import io.forebay.core.extent.Generations;
import java.lang.foreign.MemorySegment;

/// Memory of this process that peers may read.
///
/// @param id unique within the fabric
/// @param segment native memory that lives at least as long as the fabric
/// @param generations of the extents in it; offsets count from the segment's start
/// @param mapKey how a process on the same host finds the same memory (a file and its nonce, in the text form of
/// whoever
///     opens it); empty when it can't
public record LocalRegion(int id, MemorySegment segment, Generations generations, String mapKey) {}
