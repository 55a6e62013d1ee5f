package io.forebay.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ReadyLineTest {
    @Test
    void theAddressesAreRead() {
        String line =
                "{\"role\":\"node\",\"control\":\"127.0.0.1:41\",\"data\":\"127.0.0.1:42\",\"http\":\"127.0.0.1:43\"}";
        assertEquals(Optional.of(new ReadyLine("127.0.0.1:41", "127.0.0.1:43")), ReadyLine.parse(line));
    }

    @Test
    void anyOtherLineIsNone() {
        assertEquals(Optional.empty(), ReadyLine.parse("starting"));
        assertEquals(Optional.empty(), ReadyLine.parse("{\"control\":\"127.0.0.1:41\"}"));
        assertEquals(Optional.empty(), ReadyLine.parse(""));
    }
}
