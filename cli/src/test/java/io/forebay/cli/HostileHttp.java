package io.forebay.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// HTTP as nobody should send it: requests of every page, then broken in one of many ways. What comes follows from the
/// seed.
final class HostileHttp {
    private static final List<String> PATHS = List.of(
            "/",
            "/page.js",
            "/metrics",
            "/health/ready",
            "/api/status",
            "/api/node",
            "/api/history?window=5m",
            "/api/events?limit=5&what=all",
            "/api/explain?key=00ff",
            "/api/explain?request=%F0%9F%92%A9",
            "/api/cluster",
            "/api/namespace?model=m&tenant=&fingerprint=f",
            "/api/namespaces",
            "/prefetch?on=maybe",
            "//..//..%2f..%2fetc/passwd");
    private static final List<String> METHODS = List.of("HEAD", "POST", "PUT", "OPTIONS", "TRACE", "GÉT", "");
    private static final List<String> HEADERS = List.of(
            "Content-Length: 1073741824",
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Content-Length: 5\r\nContent-Length: 6",
            "Transfer-Encoding: chunked",
            "Transfer-Encoding: gzip, chunked",
            "Expect: 100-continue",
            "Connection: upgrade\r\nUpgrade: h2c",
            "If-None-Match: \"\u0000\"",
            "Origin: null",
            ": no name",
            "No colon at all",
            " folded");

    private final Random random;

    HostileHttp(long seed) {
        this.random = new Random(seed);
    }

    /// The next one, of some 100 KiB at most.
    byte[] next() {
        byte[] request = request().getBytes(StandardCharsets.UTF_8);
        return switch (random.nextInt(10)) {
            case 0 -> noise(1 + random.nextInt(2_000));
            case 1 -> cut(request);
            case 2 -> flipped(request);
            case 3 -> joined(request, noise(random.nextInt(500)));
            case 4 -> joined(request, request().getBytes(StandardCharsets.UTF_8));
            case 5 -> joined(cut(request), noise(random.nextInt(100)));
            default -> request;
        };
    }

    private String request() {
        StringBuilder text =
                new StringBuilder(rather("GET", METHODS)).append(' ').append(target());
        text.append(rather(" HTTP/1.1", List.of(" HTTP/1.0", " HTTP/9.9", "", " HTTP/1.1 more")))
                .append(end());
        text.append("Host: localhost").append(end());
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(one(HEADERS)).append(end());
        }
        int many = random.nextInt(50) == 0 ? 3_000 : 0;
        for (int i = 0; i < many; i++) {
            text.append("X-").append(i).append(": ").append("y".repeat(20)).append(end());
        }
        text.append(end());
        return text.append(one(List.of("", "x", "5\r\nhello\r\n0\r\n\r\n", "ffffffffff\r\n", "-1\r\n")))
                .toString();
    }

    private String target() {
        return switch (random.nextInt(12)) {
            case 0 -> "/api/" + "a".repeat(random.nextInt(80_000));
            case 1 -> one(PATHS) + "&" + "%zz=%u0000&".repeat(random.nextInt(300));
            case 2 -> "http://elsewhere.example" + one(PATHS);
            case 3 -> "*";
            default -> one(PATHS);
        };
    }

    private String end() {
        return random.nextInt(20) == 0 ? "\n" : "\r\n";
    }

    private String rather(String usual, List<String> others) {
        return random.nextInt(3) > 0 ? usual : one(others);
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }

    private byte[] cut(byte[] whole) {
        return java.util.Arrays.copyOf(whole, random.nextInt(whole.length));
    }

    private byte[] flipped(byte[] bytes) {
        for (int i = 1 + random.nextInt(8); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static byte[] joined(byte[] one, byte[] other) {
        ByteArrayOutputStream both = new ByteArrayOutputStream(one.length + other.length);
        both.writeBytes(one);
        both.writeBytes(other);
        return both.toByteArray();
    }
}
