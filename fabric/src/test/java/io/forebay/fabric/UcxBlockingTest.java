package io.forebay.fabric;

/// The contract with a thread that sleeps whenever it can.
final class UcxBlockingTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new UcxRig(UcxSettings.of("", "", UcxPolling.BLOCKING));
    }
}
