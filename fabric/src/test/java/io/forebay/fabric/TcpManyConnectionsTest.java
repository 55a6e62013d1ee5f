package io.forebay.fabric;

/// The contract with reads that are split over three connections with small buffers.
final class TcpManyConnectionsTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new TcpRig(new TcpSettings(3, 64 << 10, 250_000_000L, 0));
    }
}
