package io.forebay.bench.cluster;

import io.forebay.bench.replay.ReplayReport.FabricTotal;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The bytes that nodes say they read over each data plane, from their metrics pages.
final class FabricCounters {
    private static final Duration PAGE_TIME = Duration.ofSeconds(5);
    private static final Pattern COUNTER =
            Pattern.compile("^forebay_fabric_bytes_total\\{[^}]*fabric=\"([a-z]+)\"[^}]*\\} (\\S+)", Pattern.MULTILINE);

    private FabricCounters() {}

    /// The counters of one node, by the backend's name.
    ///
    /// @param httpAddress `host:port` of its admin pages
    static Map<String, Long> read(String httpAddress) throws IOException {
        try (HttpClient client =
                HttpClient.newBuilder().connectTimeout(PAGE_TIME).build()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/metrics"))
                    .timeout(PAGE_TIME)
                    .build();
            return parse(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while reading the metrics of " + httpAddress, e);
        }
    }

    static Map<String, Long> parse(String page) {
        Map<String, Long> bytes = new HashMap<>();
        Matcher matcher = COUNTER.matcher(page);
        while (matcher.find()) {
            bytes.merge(matcher.group(1), (long) Double.parseDouble(matcher.group(2)), Long::sum);
        }
        return bytes;
    }

    /// The total of the backend that moved most; `asked` names it when nothing moved.
    static FabricTotal total(Map<String, Long> bytes, String asked) {
        return bytes.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .map(entry -> new FabricTotal(entry.getKey(), entry.getValue()))
                .orElse(new FabricTotal(asked, 0));
    }
}
