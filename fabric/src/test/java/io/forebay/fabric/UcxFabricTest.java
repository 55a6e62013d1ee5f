package io.forebay.fabric;

final class UcxFabricTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new UcxRig(UcxSettings.defaults());
    }
}
