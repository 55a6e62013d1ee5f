package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class PortAddressTest {
    @Test
    void theTextFormIsReadBack() throws FabricException {
        List<PortAddress> addresses = List.of(
                new PortAddress("node-7.example", 1, 0),
                new PortAddress("10.0.0.1", 65_535, -1),
                new PortAddress("fe80::1", 7000, Long.MIN_VALUE));
        for (PortAddress address : addresses) {
            assertEquals(address, PortAddress.parse(address.toString()));
        }
        assertEquals("[fe80::1]:7000#8000000000000000", addresses.getLast().toString());
    }

    @Test
    void anythingElseIsRefused() {
        List<String> bad = List.of(
                "",
                "#",
                ":#",
                "host:1",
                "host#1",
                "host:0#1",
                "host:65536#1",
                "host:-1#1",
                ":7#1",
                "host:1#",
                "host:1#x",
                "host:x#1",
                "host:1#10000000000000000");
        for (String text : bad) {
            assertThrows(FabricException.class, () -> PortAddress.parse(text), text);
        }
    }
}
