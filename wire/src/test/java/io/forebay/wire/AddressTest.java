package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddressTest {
    @Test
    void hostsAndPortsAreTakenApart() {
        assertEquals(new Address("node-a", 7000), Address.parse("node-a:7000"));
        assertEquals(new Address("10.0.0.1", 1), Address.parse("10.0.0.1:1"));
        assertEquals(new Address("fe80::1", 65_535), Address.parse("[fe80::1]:65535"));
        assertEquals("[fe80::1]:65535", new Address("fe80::1", 65_535).toString());
        assertEquals("a:1", new Address("a", 1).toString());
    }

    @Test
    void whatIsNoAddressIsRefusedByName() {
        for (String bad : List.of("", "a", "a:", ":1", "a:b", "a:0", "a:65536", "a:-1", "fe80::1:5", "[]:5")) {
            InvalidInput refusal = assertThrows(InvalidInput.class, () -> Address.parse(bad), bad);
            assertEquals("address", refusal.field(), bad);
        }
    }
}
