package io.forebay.gateway.resp;

/// Redis's patterns over bytes: `*`, `?`, `[a-c]`, `[^x]`, and a backslash before a character that means itself.
final class Glob {
    private final byte[] pattern;

    Glob(byte[] pattern) {
        this.pattern = pattern;
    }

    /// Whether the whole text fits. Takes pattern × text steps at most.
    boolean matches(byte[] text) {
        int at = 0;
        int in = 0;
        int star = -1;
        int starText = 0;
        while (in < text.length) {
            int next = at < pattern.length && pattern[at] != '*' ? one(at, text[in]) : -1;
            if (next >= 0) {
                at = next;
                in++;
            } else if (at < pattern.length && pattern[at] == '*') {
                star = at++;
                starText = in;
            } else if (star >= 0) {
                at = star + 1;
                in = ++starText;
            } else {
                return false;
            }
        }
        while (at < pattern.length && pattern[at] == '*') {
            at++;
        }
        return at == pattern.length;
    }

    /// Where the pattern goes on behind an element that fits; -1 when it does not fit.
    private int one(int at, byte character) {
        return switch (pattern[at]) {
            case '?' -> at + 1;
            case '[' -> set(at + 1, character & 0xff);
            case '\\' -> {
                int literal = Math.min(at + 1, pattern.length - 1);
                yield pattern[literal] == character ? literal + 1 : -1;
            }
            default -> pattern[at] == character ? at + 1 : -1;
        };
    }

    private int set(int from, int character) {
        int at = from;
        boolean not = at < pattern.length && pattern[at] == '^';
        at += not ? 1 : 0;
        boolean found = false;
        while (at < pattern.length && pattern[at] != ']') {
            at += pattern[at] == '\\' && at + 1 < pattern.length ? 1 : 0;
            int low = pattern[at] & 0xff;
            int high = low;
            if (at + 2 < pattern.length && pattern[at + 1] == '-' && pattern[at + 2] != ']') {
                high = pattern[at + 2] & 0xff;
                at += 2;
            }
            found |= character >= Math.min(low, high) && character <= Math.max(low, high);
            at++;
        }
        return found == not ? -1 : Math.min(at + 1, pattern.length);
    }
}
