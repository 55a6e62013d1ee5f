package io.forebay.fabric;

final class TcpFabricTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new TcpRig(TcpSettings.defaults());
    }
}
