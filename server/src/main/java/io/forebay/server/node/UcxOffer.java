package io.forebay.server.node;

import io.forebay.fabric.DataPort;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricException;
import io.forebay.fabric.RdmaDevices;
import io.forebay.fabric.UcxFabric;
import io.forebay.fabric.UcxSettings;

/// What a host has for the `ucx` fabric.
///
/// @param hasRdma a device without which UCX is slower than `tcp`
/// @param opener opens the fabric, or says what is missing
record UcxOffer(boolean hasRdma, Opener opener) {
    /// Opens the fabric beside a data port.
    @FunctionalInterface
    interface Opener {
        Fabric open(UcxSettings settings, DataPort port) throws FabricException;
    }

    static UcxOffer ofThisHost() {
        return new UcxOffer(RdmaDevices.areThere(), UcxFabric::open);
    }
}
