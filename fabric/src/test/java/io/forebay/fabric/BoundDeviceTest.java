package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class BoundDeviceTest {
    @Test
    void anAddressNamesItsDevice() throws FabricException {
        assertEquals("lo", BoundDevice.of("127.0.0.1"));
        assertEquals("lo", BoundDevice.of("localhost"));
    }

    @Test
    void aWildcardIsAnyDevice() throws FabricException {
        assertEquals("", BoundDevice.of("0.0.0.0"));
        assertEquals("", BoundDevice.of("::"));
    }

    @Test
    void anAddressOfNoDeviceIsAnyDevice() throws FabricException {
        assertEquals("", BoundDevice.of("192.0.2.1"));
    }

    @Test
    void aSecondAddressIsOnTheSameDevice() {
        assertEquals("eth0", BoundDevice.withoutLabel("eth0:1"));
        assertEquals("eth0", BoundDevice.withoutLabel("eth0"));
    }

    @Test
    void whatIsNoAddressIsRefused() {
        assertThrows(FabricException.class, () -> BoundDevice.of("no host of this name.invalid"));
    }
}
