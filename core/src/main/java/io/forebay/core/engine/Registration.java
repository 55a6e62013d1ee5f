package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;

/// An engine rank registers. The registration lives as long as the connection that made it.
///
/// @param instance who; all ranks of an instance give the same model, tenant and layout
/// @param rank 0-based tensor-parallel rank of the caller
/// @param model 1–256 characters
/// @param tenant may be empty
/// @param layout how the engine's blocks lie in memory
public record Registration(InstanceId instance, int rank, String model, String tenant, Layout layout) {
    public Registration {
        Limits.name("model", model);
        Limits.optionalName("tenant", tenant);
        InvalidInput.unless(
                rank >= 0 && rank < layout.ranks(),
                "rank",
                "is " + rank + "; the layout has ranks 0 to " + (layout.ranks() - 1));
    }
}
