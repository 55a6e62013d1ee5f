package io.forebay.core.peer;

import io.forebay.core.answer.InvalidInput;

/// A registered region of a node's memory, as peers hear of it.
///
/// @param id unique within the node's boot and fabric
/// @param lengthBytes reads must end within
/// @param key what the backend needs to read it, in the backend's own text form: a file and nonce, a packed rkey
public record RegionDescriptor(int id, long lengthBytes, String key) {
    public RegionDescriptor {
        InvalidInput.unless(lengthBytes > 0, "region.length", "is " + lengthBytes + "; it must be positive");
    }
}
