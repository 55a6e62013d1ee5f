package io.forebay.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.forebay.server.metrics.Metrics;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/// The HTTP port: `/metrics`, `/health/live`, `/health/ready`, `/` for people, `/api/status` for programs; anything
/// else is a JSON 404. Read-only: nothing here changes the store.
public final class AdminServer implements AutoCloseable {
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/json";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final JsonMapper json = JsonMapper.shared();

    private record Response(int status, String type, String body) {}

    private AdminServer(HttpServer server) {
        this.server = server;
    }

    /// Opens the port and answers from now on.
    ///
    /// @param port 0: the system chooses
    /// @param status what `/` and `/api/status` show: short names and their values, asked anew each time
    /// @throws IOException when the port cannot be had
    public static AdminServer open(
            String bindHost, int port, Metrics metrics, Health health, Supplier<Map<String, Object>> status)
            throws IOException {
        HttpServer http = bind(bindHost, port);
        AdminServer admin = new AdminServer(http);
        http.setExecutor(admin.threads);
        admin.serve("/metrics", () -> new Response(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text()));
        admin.serve("/health/live", () -> new Response(200, TEXT, "live\n"));
        admin.serve("/health/ready", () -> admin.ready(health));
        admin.serve("/api/status", () -> new Response(200, JSON, admin.json.writeValueAsString(status.get())));
        admin.serve("/", () -> new Response(200, "text/html; charset=utf-8", StatusPage.html(status.get(), health)));
        http.start();
        return admin;
    }

    private static HttpServer bind(String host, int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(host, port), 64);
        } catch (IOException | RuntimeException failed) {
            throw new IOException("cannot listen on " + host + ":" + port + ": " + failed.getMessage(), failed);
        }
    }

    /// The port that it listens on.
    public int port() {
        return server.getAddress().getPort();
    }

    private Response ready(Health health) {
        boolean ready = health.isReady();
        Map<String, Object> body = Map.of("ready", ready, "conditions", health.check());
        return new Response(ready ? 200 : 503, JSON, json.writeValueAsString(body));
    }

    private void serve(String path, Supplier<Response> answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                send(exchange, respond(exchange, path, answer));
            }
        });
    }

    private Response respond(HttpExchange exchange, String path, Supplier<Response> answer) {
        String asked = exchange.getRequestURI().getPath();
        if (!asked.equals(path)) {
            return error(404, "there is nothing at " + asked);
        }
        String method = exchange.getRequestMethod();
        if (!method.equals("GET") && !method.equals("HEAD")) {
            return error(405, "only GET is served");
        }
        try {
            return answer.get();
        } catch (RuntimeException broken) {
            return error(500, String.valueOf(broken.getMessage()));
        }
    }

    private Response error(int status, String message) {
        return new Response(status, JSON, json.writeValueAsString(Map.of("error", message)));
    }

    private static void send(HttpExchange exchange, Response response) throws IOException {
        byte[] body = response.body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", response.type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(response.status, -1);
        } else {
            exchange.sendResponseHeaders(response.status, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /// Closes the port at once; answers under way are cut off.
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
