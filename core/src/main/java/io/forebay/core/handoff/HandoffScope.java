package io.forebay.core.handoff;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.util.List;

/// Which blocks a barrier is about. A closed set.
public sealed interface HandoffScope {
    /// All keys that a request of the instance reserved, found present, or got no room for.
    ///
    /// @param requestId 1–256 characters
    record OfRequest(String requestId) implements HandoffScope {
        public OfRequest {
            Limits.name("request_id", requestId);
        }
    }

    /// These keys of the instance's namespace, whoever saved them; one that is repeated counts once.
    ///
    /// @param hashes 1–65,536
    record OfKeys(List<BlockHash> hashes) implements HandoffScope {
        public OfKeys {
            hashes = Limits.keys("hashes", List.copyOf(hashes));
        }
    }

    /// All keys that the instance reserved, found present, or got no room for since it was given the marker.
    ///
    /// @param marker as the node gave it; one that it does not know makes the report say [HandoffReport#forgotten]
    record Since(long marker) implements HandoffScope {}

    /// For people: the request's id, or what else it is about.
    default String label() {
        return switch (this) {
            case OfRequest(String requestId) -> requestId;
            case OfKeys(List<BlockHash> hashes) -> "(" + hashes.size() + " keys)";
            case Since since -> "(since a marker)";
        };
    }
}
