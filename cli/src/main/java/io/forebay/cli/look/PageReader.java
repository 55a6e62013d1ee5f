package io.forebay.cli.look;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Reads admin pages, whatever their status, and posts to switches. Each within its time and [#MAX_BYTES]. Safe from
/// any thread.
public final class PageReader implements AutoCloseable {
    /// More than any page has; what is longer is none of ours.
    static final int MAX_BYTES = 8 << 20;

    private final HttpClient client;
    private final Duration timeout;

    /// @param timeout of the connection, and again of the answer
    public PageReader(Duration timeout) {
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    /// What came.
    ///
    /// @param status of HTTP
    /// @param body as text
    /// @param serverMillis what the answer's `Date` says, since the epoch; 0 for none
    public record Page(int status, String body, long serverMillis) {
        /// Why it was refused, and the status.
        ///
        /// @param role who should have answered
        public String error(String role) {
            String error;
            try {
                error = JsonMapper.shared().readTree(body).path("error").asString(body);
            } catch (JacksonException noJson) {
                error = "what answers there is no " + role;
            }
            return error + " (HTTP status " + status + ")";
        }
    }

    /// What stands at an address.
    ///
    /// @param address `host:port`
    /// @param path from the slash on
    /// @throws IOException when nothing comes in time
    public Page get(String address, String path) throws IOException {
        return send(request(address, path).build());
    }

    /// The same with `POST` and nothing in it.
    ///
    /// @throws IOException when nothing comes in time
    public Page post(String address, String path) throws IOException {
        return send(
                request(address, path).POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    private HttpRequest.Builder request(String address, String path) throws IOException {
        try {
            return HttpRequest.newBuilder(URI.create("http://" + address + path))
                    .timeout(timeout);
        } catch (IllegalArgumentException wrong) {
            throw new IOException("'" + address + "' is no address: give HOST:PORT", wrong);
        }
    }

    private Page send(HttpRequest request) throws IOException {
        try {
            HttpResponse<byte[]> response = client.send(request, info -> bounded());
            long date = response.headers()
                    .firstValue("Date")
                    .map(PageReader::millis)
                    .orElse(0L);
            return new Page(response.statusCode(), new String(response.body(), StandardCharsets.UTF_8), date);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } catch (ConnectException refused) {
            throw new IOException("nothing listens there, or it is not reached", refused);
        } catch (IOException failed) {
            String why = failed.getMessage();
            throw new IOException(
                    why == null || why.isBlank() ? failed.getClass().getSimpleName() : why, failed);
        }
    }

    private static HttpResponse.BodySubscriber<byte[]> bounded() {
        return HttpResponse.BodySubscribers.mapping(
                HttpResponse.BodySubscribers.limiting(HttpResponse.BodySubscribers.ofByteArray(), MAX_BYTES),
                bytes -> bytes);
    }

    private static long millis(String date) {
        try {
            return java.time.ZonedDateTime.parse(date, java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
        } catch (java.time.DateTimeException unreadable) {
            return 0;
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
