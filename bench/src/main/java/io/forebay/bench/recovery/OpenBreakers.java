package io.forebay.bench.recovery;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/// Looks at a node's metrics page until it says that a breaker is open. One thread.
final class OpenBreakers implements AutoCloseable {
    private static final String METRIC = "forebay_fetch_open_breakers ";
    private static final Duration PAGE_TIME = Duration.ofSeconds(5);
    private static final Duration WITHIN = Duration.ofSeconds(10);
    /// Between two looks: what a look costs must not be what is measured.
    private static final long PAUSE_MILLIS = 5;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PAGE_TIME).build();
    private final HttpRequest page;

    /// @param httpAddress `host:port` of the node's admin pages
    OpenBreakers(String httpAddress) {
        page = HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/metrics"))
                .timeout(PAGE_TIME)
                .build();
    }

    /// When the first one was seen open, by this process's clock.
    ///
    /// @throws IOException when none is within ten seconds
    long awaitOne() throws IOException, InterruptedException {
        long end = System.nanoTime() + WITHIN.toNanos();
        while (System.nanoTime() < end) {
            String text =
                    client.send(page, HttpResponse.BodyHandlers.ofString()).body();
            long seen = System.nanoTime();
            if (text.lines().anyMatch(line -> line.startsWith(METRIC) && !line.equals(METRIC + "0.0"))) {
                return seen;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        throw new IOException("the reader opened no breaker: it never met the owner that was killed");
    }

    @Override
    public void close() {
        client.close();
    }
}
