package io.forebay.fabric;

import org.junit.jupiter.api.Tag;

/// Over TCP the library emulates a get, and the owner of the memory can crash when its reader goes away: see decision
/// 0014. Owner and reader share this process, so these run in `verify --long` until that is mended.
@Tag("long")
final class UcxFabricTest extends FabricContract {
    @Override
    FabricRig newRig() {
        return new UcxRig(UcxSettings.defaults());
    }
}
