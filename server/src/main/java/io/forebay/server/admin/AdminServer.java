package io.forebay.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.forebay.core.answer.Answer;
import io.forebay.server.explain.ExplainPage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/// The HTTP port: `/metrics`, `/health/live`, `/health/ready`, `/` for people, `/api/status` and `/api/explain` for
/// programs; anything else is a JSON 404. Nothing here changes the store but the switches: `GET` tells how one stands,
/// `POST` with `?on=true` or `?on=false` turns it, and both answer `{"on":…}`.
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

    /// Takes the port. Who connects waits until [#serve].
    ///
    /// @param port 0: the system chooses
    /// @throws IOException when the port cannot be had
    public static AdminServer bind(String bindHost, int port) throws IOException {
        return new AdminServer(listen(bindHost, port));
    }

    /// Answers from now on. Called once.
    public void serve(AdminPages pages) {
        server.setExecutor(threads);
        serve(
                "/metrics",
                () -> new Response(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        pages.metrics().text()));
        serve("/health/live", () -> new Response(200, TEXT, "live\n"));
        serve("/health/ready", () -> ready(pages.health()));
        serve("/api/status", () -> new Response(200, JSON, text(pages.status().get())));
        serveQuery("/api/explain", query -> explain(pages.explain(), query));
        pages.switches().forEach(this::serveSwitch);
        serve(
                "/",
                () -> new Response(
                        200,
                        "text/html; charset=utf-8",
                        StatusPage.html(pages.status().get(), pages.health())));
        server.start();
    }

    private Response explain(ExplainPage page, String query) {
        ExplainPage.Reply reply = page.answer(query);
        return new Response(reply.status(), JSON, text(reply.body()));
    }

    private String text(Map<String, ?> tree) {
        return json.writeValueAsString(tree);
    }

    private static HttpServer listen(String host, int port) throws IOException {
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
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("ready", ready);
        body.put("conditions", health.check());
        if (!health.warnings().isEmpty()) {
            body.put("warnings", health.warnings());
        }
        return new Response(ready ? 200 : 503, JSON, json.writeValueAsString(body));
    }

    private void serve(String path, Supplier<Response> answer) {
        serveQuery(path, query -> answer.get());
    }

    /// @param answer hears what stands behind the question mark, still encoded; empty for nothing
    private void serveQuery(String path, Function<String, Response> answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                send(exchange, respond(exchange, path, answer));
            }
        });
    }

    private void serveSwitch(String path, RuntimeSwitch on) {
        server.createContext(path, exchange -> {
            try (exchange) {
                boolean turns = exchange.getRequestMethod().equals("POST");
                boolean ofBrowser = exchange.getRequestHeaders().containsKey("Origin");
                if (turns && ofBrowser) {
                    send(exchange, error(403, "a page of some other site may not turn it: use curl"));
                } else if (turns) {
                    send(exchange, answer(exchange, path, query -> turn(on, query)));
                } else {
                    send(exchange, respond(exchange, path, query -> state(on.isOn())));
                }
            }
        });
    }

    private Response turn(RuntimeSwitch which, String query) {
        if (!query.equals("on=true") && !query.equals("on=false")) {
            return error(400, "say ?on=true or ?on=false");
        }
        return switch (which.turn(query.equals("on=true"))) {
            case Answer.Ok<Boolean>(Boolean on) -> state(on);
            case Answer.Refused<Boolean> refused -> error(400, refused.problem());
            case Answer.Failed<Boolean> failed -> error(503, failed.problem());
        };
    }

    private Response state(boolean on) {
        return new Response(200, JSON, text(Map.of("on", on)));
    }

    private Response respond(HttpExchange exchange, String path, Function<String, Response> answer) {
        String method = exchange.getRequestMethod();
        boolean reads = method.equals("GET") || method.equals("HEAD");
        return answer(exchange, path, reads ? answer : query -> error(405, "only GET is served"));
    }

    private Response answer(HttpExchange exchange, String path, Function<String, Response> answer) {
        String asked = exchange.getRequestURI().getPath();
        if (!asked.equals(path)) {
            return error(404, "there is nothing at " + asked);
        }
        try {
            String query = exchange.getRequestURI().getRawQuery();
            return answer.apply(query == null ? "" : query);
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
