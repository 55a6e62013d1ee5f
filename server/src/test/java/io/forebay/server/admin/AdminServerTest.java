package io.forebay.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.recorder.Recollection;
import io.forebay.server.explain.ExplainPage;
import io.forebay.server.metrics.Metrics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AdminServerTest {
    private static final ExplainPage EXPLAIN = new ExplainPage(
            "node",
            "n",
            (block, then) -> then.accept(Answer.ok(new Recollection(Optional.empty(), List.of(), 0))),
            List::of);

    private static final Map<String, ApiPage> API = Map.of(
            "/api/count",
            query -> ApiPage.Reply.ok(
                    Map.of("n", Parameters.of(query, Set.of("n")).count("n", 1, 7))));

    private static final class FakeSwitch implements RuntimeSwitch {
        private boolean on;
        private boolean broken;

        @Override
        public boolean isOn() {
            return on;
        }

        @Override
        public Answer<Boolean> turn(boolean to) {
            if (broken) {
                return Answer.failed(Remedy.RETRY, "stuck");
            }
            on = to;
            return Answer.ok(on);
        }
    }

    private final FakeSwitch light = new FakeSwitch();
    private final AtomicBoolean sessionOpen = new AtomicBoolean();
    private final HttpClient client = HttpClient.newHttpClient();
    private AdminServer admin = open(0);

    private AdminServer open(int port) {
        try {
            Metrics metrics = new Metrics();
            metrics.from(() -> 7).gauge("answer", "The answer.", Integer::doubleValue);
            Health health = new Health().condition("session open", sessionOpen::get);
            AdminServer opened = AdminServer.bind("127.0.0.1", port);
            opened.serve(new AdminPages(
                    metrics,
                    health,
                    () -> Map.of("role", "<node>"),
                    EXPLAIN,
                    Map.of("/light", light),
                    Map.of("/act", query -> ApiPage.Reply.ok(Map.of("done", query))),
                    API));
            return opened;
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    @BeforeEach
    void isOpen() {
        assertTrue(admin.port() > 0);
    }

    @AfterEach
    void close() {
        admin.close();
    }

    @Test
    void readinessFollowsItsConditions() throws Exception {
        HttpResponse<String> before = get("/health/ready");
        assertEquals(503, before.statusCode());
        assertTrue(before.body().contains("\"session open\":false"), before.body());
        sessionOpen.set(true);
        assertEquals(200, get("/health/ready").statusCode());
        assertEquals(200, get("/health/live").statusCode());
    }

    @Test
    void metricsAreInThePrometheusTextFormat() throws Exception {
        HttpResponse<String> metrics = get("/metrics");
        assertEquals(200, metrics.statusCode());
        assertTrue(metrics.body().contains("forebay_answer 7.0"), metrics.body());
        assertTrue(metrics.headers().firstValue("Content-Type").orElse("").startsWith("text/plain"));
    }

    @Test
    void thePageIsItsOwnFilesAndNothingElse() throws Exception {
        HttpResponse<String> page = get("/");
        assertEquals(200, page.statusCode());
        String policy = page.headers().firstValue("Content-Security-Policy").orElse("");
        assertTrue(policy.startsWith("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), policy);
        Matcher links = Pattern.compile("(?:src|href)=\"([^\"#]+)\"").matcher(page.body());
        while (links.find()) {
            String path = links.group(1).startsWith("/") ? links.group(1) : "/" + links.group(1);
            assertTrue(path.equals("/api/node") || get(path).statusCode() != 404, path);
        }
        assertEquals("{\"role\":\"<node>\"}", get("/api/status").body());
    }

    @Test
    void aBrowserThatHasAFileIsToldSo() throws Exception {
        HttpResponse<String> first = get("/page.css");
        String tag = first.headers().firstValue("ETag").orElse("");
        HttpRequest again = request("/page.css").header("If-None-Match", tag).build();
        HttpResponse<String> second = client.send(again, HttpResponse.BodyHandlers.ofString());
        assertEquals(304, second.statusCode());
        assertEquals("", second.body());
        assertEquals(
                "no-store",
                get("/metrics").headers().firstValue("Cache-Control").orElse(""));
    }

    @Test
    void aHeadIsAnsweredAsAGetWithoutItsBody() throws Exception {
        HttpRequest head = request("/api/status").HEAD().build();
        HttpResponse<String> response = client.send(head, HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode());
        assertEquals("", response.body());
        assertEquals("17", response.headers().firstValue("Content-Length").orElse(""));
    }

    @Test
    void aWrongParameterIsA400ThatNamesIt() throws Exception {
        assertEquals("{\"n\":7}", get("/api/count?n=7").body());
        for (String wrong : new String[] {"n=0", "n=8", "n=x", "n=", "n=1&n=2", "m=1", "n=%zz", "n=99999999999"}) {
            HttpResponse<String> refused = get("/api/count?" + wrong.replace("%", "%25"));
            assertEquals(400, refused.statusCode(), wrong);
            assertTrue(refused.body().contains("\"field\":"), refused.body());
        }
    }

    @Test
    void aStoryIsAskedForByAParameterAndABadOneIsA400() throws Exception {
        HttpResponse<String> known = get("/api/explain?request=r");
        assertEquals(200, known.statusCode());
        assertTrue(known.body().contains("\"recorder_on\":false"), known.body());
        HttpResponse<String> bad = get("/api/explain");
        assertEquals(400, bad.statusCode());
        assertTrue(bad.body().contains("\"field\":\"query\""), bad.body());
    }

    @Test
    void anUnknownPathIsAJsonError() throws Exception {
        for (String path : new String[] {"/nothing", "/metrics/more", "/health"}) {
            HttpResponse<String> response = get(path);
            assertEquals(404, response.statusCode());
            assertEquals("{\"error\":\"there is nothing at " + path + "\"}", response.body());
        }
    }

    @Test
    void nothingCanBeChangedHere() throws Exception {
        assertEquals(405, post("/metrics").statusCode());
    }

    @Test
    void aSwitchIsTurnedByAPostAndToldByAGet() throws Exception {
        assertEquals("{\"on\":false}", get("/light").body());
        assertEquals("{\"on\":true}", post("/light?on=true").body());
        assertEquals("{\"on\":true}", get("/light").body());
        assertEquals("{\"on\":false}", post("/light?on=false").body());
        assertFalse(light.isOn());
    }

    @Test
    void aSwitchIsTurnedByNothingElse() throws Exception {
        light.on = true;
        for (String wrong : new String[] {"/light", "/light?on=no", "/light?on=false&on=true", "/light?off"}) {
            assertEquals(400, post(wrong).statusCode(), wrong);
        }
        assertTrue(post("/light").body().contains("?on=true or ?on=false"));
        assertEquals(404, post("/light/more?on=false").statusCode());
        assertEquals("{\"on\":true}", get("/light?on=false").body());
        light.broken = true;
        HttpResponse<String> failed = post("/light?on=false");
        assertEquals(503, failed.statusCode());
        assertEquals("{\"error\":\"stuck\"}", failed.body());
        assertTrue(light.isOn());
    }

    @Test
    void aPageOfAnotherSiteTurnsNoSwitch() throws Exception {
        HttpRequest post = request("/light?on=true")
                .header("Origin", "http://elsewhere.example")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertEquals(
                403, client.send(post, HttpResponse.BodyHandlers.ofString()).statusCode());
        assertFalse(light.isOn());
    }

    @Test
    void anActionIsDoneByAPostOfNobodysBrowser() throws Exception {
        assertEquals(405, get("/act?x=1").statusCode());
        HttpResponse<String> done = post("/act?x=1");
        assertEquals(200, done.statusCode());
        assertEquals("{\"done\":\"x=1\"}", done.body());
        assertEquals(404, post("/act/more").statusCode());
        HttpRequest elsewhere = request("/act?x=1")
                .header("Origin", "http://elsewhere.example")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertEquals(
                403,
                client.send(elsewhere, HttpResponse.BodyHandlers.ofString()).statusCode());
    }

    @Test
    void aPortInUseIsRefused() {
        var refused = assertThrows(java.io.UncheckedIOException.class, () -> open(admin.port()));
        assertTrue(String.valueOf(refused.getMessage()).contains("cannot listen on 127.0.0.1:" + admin.port()));
    }

    private HttpResponse<String> get(String path) throws Exception {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path) throws Exception {
        HttpRequest post =
                request(path).POST(HttpRequest.BodyPublishers.noBody()).build();
        return client.send(post, HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + admin.port() + path))
                .timeout(Duration.ofSeconds(10));
    }
}
