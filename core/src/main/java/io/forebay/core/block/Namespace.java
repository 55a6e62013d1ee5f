package io.forebay.core.block;

import io.forebay.core.answer.Limits;

/// What makes blocks comparable: the same model, the same layout, the same tenant. Equal hashes in different
/// namespaces are different blocks.
///
/// @param model the engine's name for model and precision, 1–256 characters
/// @param tenant who may share the blocks; may be empty
/// @param fingerprint of the layout, [io.forebay.core.layout.Layout#fingerprint()]
public record Namespace(String model, String tenant, String fingerprint) {
    public Namespace {
        Limits.name("model", model);
        Limits.optionalName("tenant", tenant);
        Limits.name("fingerprint", fingerprint);
    }
}
