package io.forebay.server.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/// What is sent back, with headers by which a browser trusts it with no more than it needs: nothing but our own files,
/// in no frame, under the type that it says.
///
/// @param tag for `ETag`; empty for what must not be kept
@SuppressWarnings("ArrayRecordComponent") // written out, never compared
record Response(int status, String type, String tag, byte[] body) {
    static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
            + " img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static Response text(int status, String type, String body) {
        return new Response(status, type, "", body.getBytes(StandardCharsets.UTF_8));
    }

    static Response json(int status, Map<String, ?> tree) {
        return new Response(status, JSON, "", JsonMapper.shared().writeValueAsBytes(tree));
    }

    static Response error(int status, String message) {
        return json(status, Map.of("error", message));
    }

    static Response file(PageFiles.File file) {
        return new Response(200, file.type(), file.tag(), file.bytes());
    }

    /// Sends it; a browser that has it already is told so.
    void send(HttpExchange exchange) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type);
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cache-Control", tag.isEmpty() ? "no-store" : "no-cache");
        if (!tag.isEmpty()) {
            headers.set("ETag", tag);
        }
        if (!tag.isEmpty() && tag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
            exchange.sendResponseHeaders(304, -1);
        } else if (exchange.getRequestMethod().equals("HEAD")) {
            headers.set("Content-Length", String.valueOf(body.length));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
