package io.forebay.fabric;

import org.junit.jupiter.api.Tag;

/// The contract with a thread that sleeps whenever it can.
///
/// Over TCP the library can end the process when a peer leaves while it connects: see decision 0014. Both sides share
/// this process, so these run in `verify --long`.
@Tag("long")
final class UcxBlockingTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new UcxRig(UcxSettings.of("", "", UcxPolling.BLOCKING));
    }
}
