package io.forebay.fabric;

/// The contract by messages, which is the way without an RDMA device.
final class UcxFabricTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new UcxRig(UcxSettings.defaults());
    }
}
