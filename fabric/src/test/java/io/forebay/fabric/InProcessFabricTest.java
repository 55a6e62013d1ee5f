package io.forebay.fabric;

final class InProcessFabricTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new InProcessRig();
    }
}
