package io.forebay.fabric;

import io.forebay.core.peer.FabricEndpoint;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The network of a simulator or a test: named endpoints in one process and one thread, which reach each other's
/// memory when a [Courier] says so. Deterministic: no thread, clock or chance of its own.
///
/// A read is carried out by several arrivals. Each finishes the range that the one before began (second half of the
/// bytes, then the check of the generation) and begins the next (generation, first half), so that whatever happens in
/// between, a free above all, meets a copy half done. A read that was failed meanwhile still writes what it had begun
/// when its next arrival comes, and is over only then: what a socket or a NIC does.
public final class InProcessNetwork {
    private final Courier courier;
    private final ReadFaults faults;
    private final Map<String, InProcessFabric> open = new HashMap<>();
    private final Map<String, Long> incarnations = new HashMap<>();

    public InProcessNetwork(Courier courier, ReadFaults faults) {
        this.courier = courier;
        this.faults = faults;
    }

    /// A fabric at this network's endpoint `name`. An earlier one of that name must be closed or crashed; what
    /// connected to it never reaches the new one.
    public Fabric open(String name) {
        if (open.containsKey(name)) {
            throw new IllegalStateException("endpoint " + name + " is open");
        }
        InProcessFabric fabric = new InProcessFabric(this, name, incarnations.merge(name, 1L, Long::sum));
        open.put(name, fabric);
        return fabric;
    }

    /// Ends the endpoint as SIGKILL would: its own reads are never heard of again, and write nothing more; its peers
    /// learn by courier that it is gone. Its memory is not touched from now on. Nothing happens if it is not open.
    public void crash(String name) {
        InProcessFabric fabric = open.get(name);
        if (fabric != null) {
            fabric.crash();
        }
    }

    Courier courier() {
        return courier;
    }

    ReadFaults faults() {
        return faults;
    }

    /// The fabric that the endpoint describes; null if it is no longer that one.
    @Nullable
    InProcessFabric find(FabricEndpoint endpoint) {
        return open.values().stream()
                .filter(fabric -> fabric.endpoint().address().equals(endpoint.address()))
                .findFirst()
                .orElse(null);
    }

    /// The endpoint is gone; whoever is connected to it will hear.
    void gone(InProcessFabric fabric) {
        open.remove(fabric.endpointName());
        open.values().stream()
                .sorted((one, other) -> one.endpointName().compareTo(other.endpointName()))
                .forEach(reader -> reader.expectNews(fabric));
    }
}
