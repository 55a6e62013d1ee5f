package io.forebay.bench.cluster;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Waits until a node says that it is ready: its pool mapped, its session with the master open.
final class Readiness {
    private static final Duration PAGE_TIME = Duration.ofSeconds(5);

    private Readiness() {}

    /// @param httpAddress `host:port` of the node's admin pages
    /// @throws IOException with what the node lacks, when it is not ready in time
    static void await(String name, String httpAddress, Duration deadline) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/health/ready"))
                .timeout(PAGE_TIME)
                .build();
        long end = System.nanoTime() + deadline.toNanos();
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PAGE_TIME).build()) {
            while (true) {
                HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (page.statusCode() == 200) {
                    return;
                }
                if (System.nanoTime() > end) {
                    throw new IOException(name + " is not ready after " + deadline.toSeconds() + " s: "
                            + page.body().replaceAll("\\s+", " ").strip());
                }
                Thread.sleep(50);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + name, e);
        }
    }
}
