package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import java.util.OptionalInt;

/// An engine rank registers. The registration lives as long as the connection that made it.
///
/// @param instance who; all ranks of an instance give the same model, tenant and layout
/// @param rank 0-based tensor-parallel rank of the caller
/// @param model 1–256 characters
/// @param tenant may be empty
/// @param layout how the engine's blocks lie in memory
/// @param numaNode the node's NUMA node that the rank's device is near, by the kernel's number, if the engine
///     knows it: the rank's blocks are kept there while there is room
public record Registration(
        InstanceId instance, int rank, String model, String tenant, Layout layout, OptionalInt numaNode) {
    private static final int MAX_NUMA_NODE = 1_023;

    /// Without a NUMA node.
    public Registration(InstanceId instance, int rank, String model, String tenant, Layout layout) {
        this(instance, rank, model, tenant, layout, OptionalInt.empty());
    }

    public Registration {
        Limits.name("model", model);
        Limits.optionalName("tenant", tenant);
        InvalidInput.unless(
                rank >= 0 && rank < layout.ranks(),
                "rank",
                "is " + rank + "; the layout has ranks 0 to " + (layout.ranks() - 1));
        InvalidInput.unless(
                numaNode.isEmpty() || (numaNode.getAsInt() >= 0 && numaNode.getAsInt() <= MAX_NUMA_NODE),
                "numa_node",
                "is " + numaNode.orElse(0) + "; it must be from 0 to " + MAX_NUMA_NODE);
    }
}
