package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Who gets and who asks by message.
final class UcxWayTest {
    private static final long FEATURE_RMA = 1 << 1;

    @ParameterizedTest
    @ValueSource(strings = {"", "all", "rc", "ib", "dc_mlx5", "tcp,rc_verbs", "^tcp", "^ud,dc"})
    void aTransportWithGetsIsUsedForThemWhereThereIsADevice(String transports) {
        assertEquals(UcxWay.GETS, UcxWay.of(true, transports));
        assertEquals(UcxWay.MESSAGES, UcxWay.of(false, transports));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ud", "ud_verbs", "sm,self", "^ib", "^tcp,rc", "rcx"})
    void aTransportThatOnlyImitatesGetsIsNot(String transports) {
        assertEquals(UcxWay.MESSAGES, UcxWay.of(true, transports));
    }

    @Test
    void bothSidesMustOfferGets() {
        assertEquals(UcxWay.GETS, UcxWay.between(UcxWay.GETS, UcxWay.GETS));
        assertEquals(UcxWay.MESSAGES, UcxWay.between(UcxWay.MESSAGES, UcxWay.GETS));
        assertEquals(UcxWay.MESSAGES, UcxWay.between(UcxWay.GETS, UcxWay.MESSAGES));
    }

    @ParameterizedTest
    @EnumSource
    void aWayIsReadAsItsCode(UcxWay way) throws IOException {
        assertEquals(way, UcxWay.ofCode(way.code()));
        assertThrows(IOException.class, () -> UcxWay.ofCode(way.code() + 2));
    }

    @Test
    void withoutGetsUcxOffersNobodyTheProcessesMemory() {
        assertEquals(0, features(UcxWay.MESSAGES) & FEATURE_RMA);
        assertEquals(FEATURE_RMA, features(UcxWay.GETS) & FEATURE_RMA);
    }

    private static long features(UcxWay way) {
        try (Arena arena = Arena.ofConfined()) {
            return UcxStructs.context(way, arena).get(ValueLayout.JAVA_LONG, 8);
        }
    }
}
