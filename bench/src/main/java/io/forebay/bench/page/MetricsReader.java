package io.forebay.bench.page;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Reads admin pages over connections that it keeps. Safe from any thread.
public final class MetricsReader implements AutoCloseable {
    private final Duration timeout;
    private final HttpClient client;

    /// @param timeout of the connection, and again of the answer
    public MetricsReader(Duration timeout) {
        this.timeout = timeout;
        this.client = HttpClient.newBuilder().connectTimeout(timeout).build();
    }

    /// The metrics of the server whose admin pages are at `httpAddress`, `host:port`.
    ///
    /// @throws IOException names the page, when there is none in time
    public MetricsPage read(String httpAddress) throws IOException {
        return MetricsPage.parse(text(httpAddress, "/metrics"));
    }

    /// Another page of the same server, as it is.
    ///
    /// @param path from the slash on
    /// @throws IOException names the page, when there is none in time
    public String text(String httpAddress, String path) throws IOException {
        String page = "http://" + httpAddress + path;
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(page)).timeout(timeout).build();
            HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode());
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading " + page, e);
        } catch (IOException | IllegalArgumentException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new IOException("no page at " + page + ": " + why, e);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
