package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.RegionDescriptor;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What is missing or unusable is said, and nothing crashes.
@Timeout(60)
final class UcxLibraryTest {
    @Test
    void aMissingLibraryIsNamedWithItsPackage() {
        FabricException missing =
                assertThrows(FabricException.class, () -> UcxLibraryNative.find("libucp-that-is-not-there.so.0"));
        assertEquals(
                "ucx is not available: libucp-that-is-not-there.so.0 cannot be loaded;"
                        + " install it with: apt-get install -y libucx0",
                missing.getMessage());
    }

    @Test
    void aLibraryWithoutTheCallsIsTooOld() {
        FabricException old =
                assertThrows(FabricException.class, () -> UcxLibraryNative.check(name -> Optional.empty()));
        assertTrue(String.valueOf(old.getMessage()).contains("too old"), old.getMessage());
    }

    @Test
    void anOlderOrForeignVersionIsRefused() throws FabricException {
        UcxLibraryNative.requireVersion(1, 13);
        UcxLibraryNative.requireVersion(1, 20);
        assertThrows(FabricException.class, () -> UcxLibraryNative.requireVersion(1, 12));
        assertThrows(FabricException.class, () -> UcxLibraryNative.requireVersion(2, 13));
    }

    @Test
    void transportsThatAreNotThereKeepTheFabricFromOpening() throws FabricException {
        try (DataPort port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1)) {
            UcxSettings settings = UcxSettings.of("carrier-pigeon", "", UcxPolling.ADAPTIVE);
            FabricException refused = assertThrows(FabricException.class, () -> UcxFabric.open(settings, port));
            assertTrue(String.valueOf(refused.getMessage()).contains("carrier-pigeon"), refused.getMessage());
        }
    }

    @Test
    void chosenTransportsAndDevicesAreUsed() throws FabricException {
        try (DataPort port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1);
                Fabric fabric = UcxFabric.open(UcxSettings.of("tcp", "lo", UcxPolling.BUSY), port)) {
            fabric.connect(fabric.endpoint(), FabricContract.SECOND).close();
        }
    }

    @Test
    void anEndpointWithAKeyThatIsNoneIsRefused() throws FabricException {
        try (DataPort port = DataPort.open(PortSettings.of("127.0.0.1", "127.0.0.1", 0), 1);
                Fabric fabric = UcxFabric.open(UcxSettings.defaults(), UcxWay.GETS, port)) {
            FabricEndpoint bad = new FabricEndpoint(
                    UcxFabric.NAME, port.address().toString(), List.of(new RegionDescriptor(1, 64, "no key")));
            assertThrows(FabricException.class, () -> fabric.connect(bad, FabricContract.SECOND));
        }
    }
}
