package io.forebay.node;

import io.forebay.core.extent.Extent;
import java.util.List;

/// One rank's part of a block in flight.
///
/// @param reservation its number
/// @param requestId the request on whose behalf the rank writes. An extent has one writer: another request of the
///     same rank does not get it
/// @param extents of the rank's slots, in the layout's order
record RankPart(long reservation, String requestId, List<Extent> extents) {}
