package io.forebay.client;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.Namespace;
import io.forebay.core.engine.Registration;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/// What an [EngineClient] is opened with. Checked when it is made, so that a client never starts on bad input.
///
/// @param nodeAddress `host:port` of the node on this host
/// @param instance the engine instance; all its ranks give the same one, a restarted engine takes a new one
/// @param rank 0-based tensor-parallel rank of this process
/// @param model the engine's name for model and precision, 1–256 characters
/// @param tenant who may share the blocks; may be empty
/// @param layout how the engine's blocks lie in memory
/// @param strict true: a cache that is away is a [CacheUnavailableException] instead of a miss
/// @param callTimeout longest wait for one answer that has no deadline of its own (register, reserve, seal,
///     abort, renew, and the release of everything in `close`); 1 ms to 10 minutes
/// @param numaNode the NUMA node that this process's device is near, by the kernel's number, if that is known:
///     blocks are kept there while there is room
public record EngineOptions(
        String nodeAddress,
        InstanceId instance,
        int rank,
        String model,
        String tenant,
        Layout layout,
        boolean strict,
        Duration callTimeout,
        OptionalInt numaNode) {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);

    public EngineOptions {
        Limits.name("node_address", nodeAddress);
        InvalidInput.unless(
                callTimeout.compareTo(MIN_TIMEOUT) >= 0 && callTimeout.compareTo(MAX_TIMEOUT) <= 0,
                "call_timeout",
                "is " + callTimeout + "; it must be from 1 ms to 10 min");
        var checked = new Registration(instance, rank, model, tenant, layout, numaNode);
        rank = checked.rank();
    }

    /// Rank 0, no tenant, misses instead of exceptions, 5 s for a call.
    public static EngineOptions of(String nodeAddress, InstanceId instance, Layout layout, String model) {
        return new EngineOptions(nodeAddress, instance, 0, model, "", layout, false, CALL_TIMEOUT, OptionalInt.empty());
    }

    public EngineOptions withRank(int other) {
        return new EngineOptions(nodeAddress, instance, other, model, tenant, layout, strict, callTimeout, numaNode);
    }

    public EngineOptions withTenant(String other) {
        return new EngineOptions(nodeAddress, instance, rank, model, other, layout, strict, callTimeout, numaNode);
    }

    public EngineOptions withStrict(boolean other) {
        return new EngineOptions(nodeAddress, instance, rank, model, tenant, layout, other, callTimeout, numaNode);
    }

    public EngineOptions withCallTimeout(Duration other) {
        return new EngineOptions(nodeAddress, instance, rank, model, tenant, layout, strict, other, numaNode);
    }

    public EngineOptions withNumaNode(int other) {
        return new EngineOptions(
                nodeAddress, instance, rank, model, tenant, layout, strict, callTimeout, OptionalInt.of(other));
    }

    /// Of this engine's blocks.
    Namespace namespace() {
        return new Namespace(model, tenant, layout.fingerprint());
    }

    Registration registration() {
        return new Registration(instance, rank, model, tenant, layout, numaNode);
    }

    long callTimeoutNanos() {
        return TimeUnit.NANOSECONDS.convert(callTimeout);
    }
}
