package io.forebay.server.admin;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.server.explain.ExplainPage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/// The HTTP port: `/metrics`, `/health/live`, `/health/ready`, `/` for people, `/api/…` for programs; anything else is
/// a
/// JSON 404. Nothing here changes the store but the switches, where `GET` tells how one stands and `POST` with
/// `?on=true`
/// or `?on=false` turns it, and both answer `{"on":…}`, and the actions, which are done by `POST`. A page in somebody's
/// browser can do neither.
///
/// What one caller can take of it is bounded by [HttpLimits].
public final class AdminServer implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

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
                () -> Response.text(
                        200,
                        "text/plain; version=0.0.4; charset=utf-8",
                        pages.metrics().text()));
        serve("/health/live", () -> Response.text(200, Response.TEXT, "live\n"));
        serve("/health/ready", () -> ready(pages.health()));
        serve("/api/status", () -> Response.json(200, pages.status().get()));
        serveQuery("/api/explain", query -> explain(pages.explain(), query));
        pages.api().forEach((path, page) -> serveQuery(path, query -> api(page, query)));
        pages.switches().forEach((path, on) -> serveChange(path, query -> state(on.isOn()), query -> turn(on, query)));
        pages.actions()
                .forEach((path, page) ->
                        serveChange(path, query -> Response.error(405, "POST does it"), query -> api(page, query)));
        PageFiles.all().forEach((path, file) -> serve(path, () -> Response.file(file)));
        server.start();
    }

    private static Response explain(ExplainPage page, String query) {
        ExplainPage.Reply reply = page.answer(query);
        return Response.json(reply.status(), reply.body());
    }

    private static Response api(ApiPage page, String query) {
        try {
            ApiPage.Reply reply = page.answer(query);
            return Response.json(reply.status(), reply.body());
        } catch (InvalidInput wrong) {
            Map<String, Object> body = new LinkedHashMap<>();
            body.put("error", wrong.getMessage());
            body.put("field", wrong.field());
            return Response.json(400, body);
        }
    }

    private static HttpServer listen(String host, int port) throws IOException {
        HttpLimits.set();
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

    private static Response ready(Health health) {
        boolean ready = health.isReady();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("ready", ready);
        body.put("conditions", health.check());
        if (!health.warnings().isEmpty()) {
            body.put("warnings", health.warnings());
        }
        return Response.json(ready ? 200 : 503, body);
    }

    private void serve(String path, Supplier<Response> answer) {
        serveQuery(path, query -> answer.get());
    }

    /// @param answer hears what stands behind the question mark, still encoded; empty for nothing
    private void serveQuery(String path, Function<String, Response> answer) {
        server.createContext(path, exchange -> {
            try (exchange) {
                respond(exchange, path, answer).send(exchange);
            }
        });
    }

    private void serveChange(String path, Function<String, Response> told, Function<String, Response> done) {
        server.createContext(path, exchange -> {
            try (exchange) {
                boolean changes = exchange.getRequestMethod().equals("POST");
                boolean ofBrowser = exchange.getRequestHeaders().containsKey("Origin");
                Response response;
                if (changes && ofBrowser) {
                    response = Response.error(403, "a page of some other site may not do it: use curl");
                } else {
                    response = changes ? answer(exchange, path, done) : respond(exchange, path, told);
                }
                response.send(exchange);
            }
        });
    }

    private static Response turn(RuntimeSwitch which, String query) {
        if (!query.equals("on=true") && !query.equals("on=false")) {
            return Response.error(400, "say ?on=true or ?on=false");
        }
        return switch (which.turn(query.equals("on=true"))) {
            case Answer.Ok<Boolean>(Boolean on) -> state(on);
            case Answer.Refused<Boolean> refused -> Response.error(400, refused.problem());
            case Answer.Failed<Boolean> failed -> Response.error(503, failed.problem());
        };
    }

    private static Response state(boolean on) {
        return Response.json(200, Map.of("on", on));
    }

    private static Response respond(HttpExchange exchange, String path, Function<String, Response> answer) {
        String method = exchange.getRequestMethod();
        boolean reads = method.equals("GET") || method.equals("HEAD");
        return answer(exchange, path, reads ? answer : query -> Response.error(405, "only GET is served"));
    }

    private static Response answer(HttpExchange exchange, String path, Function<String, Response> answer) {
        String asked = String.valueOf(exchange.getRequestURI().getPath());
        if (!asked.equals(path)) {
            return Response.error(404, "there is nothing at " + asked);
        }
        try {
            String query = exchange.getRequestURI().getRawQuery();
            return answer.apply(query == null ? "" : query);
        } catch (RuntimeException broken) {
            return Response.error(500, String.valueOf(broken.getMessage()));
        }
    }

    /// Closes the port at once; answers under way are cut off.
    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
