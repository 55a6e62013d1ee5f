package io.forebay.fabric;

import java.util.function.BooleanSupplier;

/// What the contract needs of a backend to try it.
interface FabricRig extends AutoCloseable {
    /// A fabric with an endpoint of its own, closed with the rig.
    Fabric open(String name) throws FabricException;

    /// A fabric that registers `region` and, from now on, never gets round to a read until [#resume]; whoever
    /// connects to its endpoint finds it up.
    FabricPeer connectToHung(Fabric reader) throws FabricException;

    /// Lets what hangs go on.
    void resume();

    /// Waits, on the rig's clock, until `condition` holds; fails after 10 s.
    void await(BooleanSupplier condition, String what);

    /// The rig's clock.
    long nanoTime();

    @Override
    void close();
}
