package io.forebay.fabric;

final class MapFabricTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new MapRig();
    }
}
