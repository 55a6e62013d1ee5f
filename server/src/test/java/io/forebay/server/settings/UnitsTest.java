package io.forebay.server.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UnitsTest {
    @Test
    void sizesAndDurationsHaveTheirUnits() {
        assertEquals(65_536, Units.bytes("64KiB"));
        assertEquals(4L << 30, Units.bytes("4GiB"));
        assertEquals(7, Units.bytes("7B"));
        assertEquals(3L << 40, Units.bytes(" 3 TiB "));
        assertEquals(5L << 20, Units.bytes("5MiB"));
        assertEquals(Duration.ofMillis(500), Units.duration("500ms"));
        assertEquals(Duration.ofSeconds(10), Units.duration("10s"));
        assertEquals(Duration.ofMinutes(2), Units.duration("2m"));
        assertEquals(Duration.ofHours(3), Units.duration("3h"));
        assertEquals(Duration.ofNanos(9_000), Units.duration("9us"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "64", "64KB", "64kib", "-1GiB", "1.5GiB", "GiB", "9999999TiB", "64KiB x"})
    void aSizeThatMeansTwoThingsIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Units.bytes(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "10", "10sec", "-1s", "0.5s", "999999999999h"})
    void aDurationWithoutItsUnitIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Units.duration(text));
    }
}
