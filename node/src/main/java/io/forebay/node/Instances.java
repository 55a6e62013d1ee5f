package io.forebay.node;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.session.NodeId;
import io.forebay.memory.Pool;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Which engines are registered. Loop thread only.
final class Instances {
    private final Pool pool;
    private final Residents residents;
    private final NodeId node;
    private final Map<InstanceId, Instance> byId = new HashMap<>();
    private Consumer<Instance> onEnd = instance -> {};

    Instances(Pool pool, Residents residents, NodeId node) {
        this.pool = pool;
        this.node = node;
        this.residents = residents;
    }

    /// Called when the last connection of an instance has ended.
    void onEnd(Consumer<Instance> action) {
        this.onEnd = action;
    }

    /// Registers a rank. Refuses a layout or model other than that of the instance's other ranks, and a layout of
    /// which not one block fits into the pool.
    Registered register(Registration request) {
        int slots = request.layout().slotCount();
        long slotBytes = pool.roundedBytes(request.layout().slotBytes());
        InvalidInput.unless(
                pool.mostExtents(slotBytes) >= slots,
                "layout",
                "gives blocks that take " + slots * slotBytes + " bytes in whole granules; the pool holds "
                        + pool.capacityBytes() + ", in " + pool.arenas().size() + " arenas");
        Namespace namespace = new Namespace(
                request.model(), request.tenant(), request.layout().fingerprint());
        Instance instance = byId.get(request.instance());
        if (instance == null) {
            instance = new Instance(
                    request.instance(),
                    residents.namespace(namespace, request.layout()),
                    request.layout(),
                    lockPath(request.instance()));
            byId.put(request.instance(), instance);
        }
        InvalidInput.unless(
                instance.blocks.namespace.equals(namespace),
                "layout",
                "differs from the one that instance " + request.instance()
                        + " registered: its model, tenant and layout are " + instance.blocks.namespace + ", not "
                        + namespace);
        if (request.numaNode().isPresent()) {
            instance.numaNodes.put(request.rank(), request.numaNode().getAsInt());
            instance.blocks.rankIsOn(request.rank(), request.numaNode().getAsInt());
        }
        instance.connections.merge(request.rank(), 1, Integer::sum);
        return new Registered(
                namespace, pool.path().toString(), pool.nonce(), instance.lockPath.toString(), Optional.of(node));
    }

    void deregister(InstanceId id, int rank) {
        Instance instance = byId.get(id);
        if (instance == null) {
            return;
        }
        instance.connections.computeIfPresent(rank, (r, n) -> n > 1 ? Integer.valueOf(n - 1) : null);
        if (instance.connections.isEmpty()) {
            byId.remove(id);
            onEnd.accept(instance);
        }
    }

    /// The registered instance; refuses an unknown one.
    Instance require(InstanceId id) {
        Instance instance = byId.get(id);
        if (instance == null) {
            throw new InvalidInput("instance_id", "is not registered: " + id);
        }
        return instance;
    }

    /// The registered instance, if `rank` is one of its layout's.
    Instance require(InstanceId id, int rank) {
        Instance instance = require(id);
        InvalidInput.unless(
                rank < instance.layout.ranks(),
                "rank",
                "is " + rank + "; the layout has ranks 0 to " + (instance.layout.ranks() - 1));
        return instance;
    }

    /// Refuses a request about another pool than this node's: it comes from before a restart of the node.
    void requirePool(long poolNonce) {
        InvalidInput.unless(
                poolNonce == pool.nonce(),
                "pool_nonce",
                "is not that of this node's pool: the node has restarted, register again");
    }

    int count() {
        return byId.size();
    }

    /// Beside the pool and named after it, one for each instance. An instance may be called anything, so its hash is
    /// used.
    Path lockPath(InstanceId id) {
        String hash = BlockHash.chained(null, id.name().getBytes(StandardCharsets.UTF_8))
                .toString();
        String file = String.valueOf(pool.path().getFileName());
        String stem = file.substring(0, file.lastIndexOf('.'));
        return pool.path().resolveSibling(stem + "." + hash.substring(0, 16) + ".lock");
    }
}
