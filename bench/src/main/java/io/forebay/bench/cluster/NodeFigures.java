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

/// What nodes say of themselves on their metrics pages.
///
/// @param fabricBytes read from peers, by data plane
/// @param failovers fetches that went on to another owner
record NodeFigures(Map<String, Long> fabricBytes, long failovers) {
    /// Of no node at all.
    static final NodeFigures NONE = new NodeFigures(Map.of(), 0);

    private static final Duration PAGE_TIME = Duration.ofSeconds(5);
    private static final Pattern BYTES =
            Pattern.compile("^forebay_fabric_bytes_total\\{[^}]*fabric=\"([a-z]+)\"[^}]*\\} (\\S+)", Pattern.MULTILINE);
    private static final Pattern FAILOVERS =
            Pattern.compile("^forebay_fetch_failovers_total (\\S+)", Pattern.MULTILINE);

    /// The figures of one node.
    ///
    /// @param httpAddress `host:port` of its admin pages
    static NodeFigures read(String httpAddress) throws IOException {
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

    static NodeFigures parse(String page) {
        Map<String, Long> bytes = new HashMap<>();
        Matcher matcher = BYTES.matcher(page);
        while (matcher.find()) {
            bytes.merge(matcher.group(1), (long) Double.parseDouble(matcher.group(2)), Long::sum);
        }
        Matcher failovers = FAILOVERS.matcher(page);
        return new NodeFigures(bytes, failovers.find() ? (long) Double.parseDouble(failovers.group(1)) : 0);
    }

    /// Both together.
    NodeFigures plus(NodeFigures other) {
        Map<String, Long> bytes = new HashMap<>(fabricBytes);
        other.fabricBytes.forEach((fabric, count) -> bytes.merge(fabric, count, Long::sum));
        return new NodeFigures(bytes, failovers + other.failovers);
    }

    /// The total of the backend that moved most; `asked` names it when nothing moved.
    FabricTotal total(String asked) {
        return fabricBytes.entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .map(entry -> new FabricTotal(entry.getKey(), entry.getValue()))
                .orElse(new FabricTotal(asked, 0));
    }
}
