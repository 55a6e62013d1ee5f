package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolKeyTest {
    @Test
    void theTextIsReadBack() {
        for (long nonce : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            for (String path : List.of("/dev/shm/forebay-n-1.pool", "/a b/@c/d\ne")) {
                PoolKey key = new PoolKey(Path.of(path), nonce);
                assertEquals(key, PoolKey.parse(key.text()));
            }
        }
        assertEquals("00000000000000ff@/a", new PoolKey(Path.of("/a"), 255).text());
    }

    @Test
    void anythingElseIsRefused() {
        List<String> bad = List.of(
                "",
                "/a",
                "00000000000000ff",
                "00000000000000ff@",
                "00000000000000ff@a",
                "ff@/a",
                "00000000000000FF@/a",
                "00000000000000ff/a",
                "100000000000000ff@/a",
                "00000000000000ff@/a\0");
        for (String text : bad) {
            assertThrows(InvalidInput.class, () -> PoolKey.parse(text), text);
        }
        assertThrows(InvalidInput.class, () -> new PoolKey(Path.of("a"), 1));
    }
}
