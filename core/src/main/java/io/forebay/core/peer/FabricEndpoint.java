package io.forebay.core.peer;

import java.util.List;

/// How to reach a node's memory over one fabric.
///
/// @param fabric the backend's name: `map`, `tcp`, …
/// @param address what that backend connects to; its own text form
/// @param regions the memory that may be read
public record FabricEndpoint(String fabric, String address, List<RegionDescriptor> regions) {
    public FabricEndpoint {
        regions = List.copyOf(regions);
    }
}
