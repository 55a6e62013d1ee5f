package io.forebay.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class PeerSettingsTest {
    private static final Path DIRECTORY = Path.of("/dev/shm");

    @Test
    void aPassIsTheWholeBlocksOfTheWorkingSet() {
        PeerSettings settings = new PeerSettings(1 << 20, 16, (10 << 20) + 5, DIRECTORY);
        assertEquals(10, settings.blocks());
        assertEquals(10 << 20, settings.passBytes());
        assertEquals(256 << 10, settings.slotBytes());
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThrows(InvalidInput.class, () -> new PeerSettings(1_000_000, 16, 1 << 30, DIRECTORY));
        assertThrows(InvalidInput.class, () -> new PeerSettings(1 << 20, 0, 1 << 30, DIRECTORY));
        assertThrows(InvalidInput.class, () -> new PeerSettings(1 << 20, 16, 1 << 19, DIRECTORY));
    }
}
