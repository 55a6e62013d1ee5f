package io.forebay.gateway.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class GlobTest {
    private static void expect(boolean fits, String pattern, String text) {
        boolean found = new Glob(pattern.getBytes(StandardCharsets.ISO_8859_1))
                .matches(text.getBytes(StandardCharsets.ISO_8859_1));
        assertEquals(fits, found, pattern + " over " + text);
    }

    @Test
    void patternsFitAsTheyDoInRedis() {
        expect(true, "*", "");
        expect(true, "h?llo", "hello");
        expect(false, "h?llo", "hllo");
        expect(true, "h*llo", "heeeello");
        expect(true, "*a*b*", "xxaxxbxx");
        expect(false, "*a*b", "xxbxxa");
        expect(true, "h[ae]llo", "hallo");
        expect(false, "h[^e]llo", "hello");
        expect(true, "h[a-c]llo", "hbllo");
        expect(true, "a\\*b", "a*b");
        expect(false, "a\\*b", "axb");
        expect(false, "", "a");
    }

    @Test
    void brokenPatternsEnd() {
        expect(false, "[", "a");
        expect(true, "[a", "a");
        expect(false, "[^", "");
        expect(true, "\\", "\\");
        expect(false, "*".repeat(1_000) + "b", "a".repeat(4_096));
    }
}
