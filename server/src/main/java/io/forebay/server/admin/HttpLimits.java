package io.forebay.server.admin;

import java.util.Map;

/// What one caller can take of the HTTP port. The JDK's server reads its bounds from system properties, once, when the
/// first one is made; what somebody has set before stands.
///
/// A request must be here within [#REQUEST_SECONDS], so one that is sent letter by letter holds a connection and no
/// more
/// than that long; each has a virtual thread of its own, so it holds up nobody else. An answer must be taken within
/// [#ANSWER_SECONDS].
final class HttpLimits {
    static final int REQUEST_SECONDS = 5;
    static final int ANSWER_SECONDS = 30;
    static final int MAX_CONNECTIONS = 1_024;

    private static final Map<String, Integer> LIMITS = Map.of(
            "sun.net.httpserver.maxReqTime",
            REQUEST_SECONDS,
            "sun.net.httpserver.maxRspTime",
            ANSWER_SECONDS,
            "sun.net.httpserver.idleInterval",
            30,
            "sun.net.httpserver.maxIdleConnections",
            200,
            "jdk.httpserver.maxConnections",
            MAX_CONNECTIONS,
            "sun.net.httpserver.maxReqHeaders",
            100,
            "sun.net.httpserver.maxReqHeaderSize",
            32 << 10,
            "sun.net.httpserver.drainAmount",
            16 << 10);

    private HttpLimits() {}

    /// Before the first server is made.
    static void set() {
        LIMITS.forEach((name, limit) -> {
            if (System.getProperty(name) == null) {
                System.setProperty(name, String.valueOf(limit));
            }
        });
    }
}
