package io.forebay.server.cluster;

import io.forebay.core.catalogue.NodeStatus;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// Asks nodes for a page of theirs, side by side, all within one deadline: a node that does not answer is an answer
/// that says so, and holds nobody up. Only addresses that nodes gave when they opened their session are asked, for
/// paths
/// that this program has made, and no redirection is followed, so that nobody can have it ask elsewhere.
///
/// Bounds: [#SIDE_BY_SIDE] requests at a time, [#MAX_BYTES] of each answer. Safe from any thread.
public final class NodeAsker implements AutoCloseable {
    static final int SIDE_BY_SIDE = 32;
    static final long MAX_BYTES = 8L << 20;

    private static final Pattern ADDRESS = Pattern.compile("(\\[[0-9a-fA-F:.%]+]|[\\w.-]+):\\d{1,5}");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore permits = new Semaphore(SIDE_BY_SIDE);
    private final HttpClient client = HttpClient.newBuilder()
            .executor(threads)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(1))
            .build();

    /// One answer for each node, in their order.
    ///
    /// @param path with its query, from the slash on
    /// @param timeout of all of them together
    List<NodeAnswer> ask(List<NodeStatus> nodes, String path, Duration timeout) {
        long endNanos = System.nanoTime() + timeout.toNanos();
        List<CompletableFuture<NodeAnswer>> asked = new ArrayList<>();
        for (NodeStatus node : nodes) {
            asked.add(CompletableFuture.supplyAsync(() -> ask(node, path, endNanos), threads));
        }
        return asked.stream().map(CompletableFuture::join).toList();
    }

    private NodeAnswer ask(NodeStatus node, String path, long endNanos) {
        String address = node.httpAddress();
        if (!ADDRESS.matcher(address).matches()) {
            return NodeAnswer.failed(
                    node, address.isEmpty() ? "it has not said where its pages are" : "its address is none");
        }
        try {
            if (!permits.tryAcquire(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return NodeAnswer.failed(node, "its turn did not come in time");
            }
            try {
                return send(node, URI.create("http://" + address + path), endNanos);
            } finally {
                permits.release();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return NodeAnswer.failed(node, "it is shutting down");
        }
    }

    private NodeAnswer send(NodeStatus node, URI page, long endNanos) throws InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(
                HttpRequest.newBuilder(page).build(),
                HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofByteArray(), MAX_BYTES));
        try {
            HttpResponse<byte[]> response = sent.get(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            return response.statusCode() == 200
                    ? new NodeAnswer(node, JsonMapper.shared().readTree(response.body()), "")
                    : NodeAnswer.failed(node, "HTTP status " + response.statusCode());
        } catch (TimeoutException late) {
            return NodeAnswer.failed(node, "no answer in time");
        } catch (ExecutionException failed) {
            return NodeAnswer.failed(node, reason(failed.getCause()));
        } catch (JacksonException garbled) {
            return NodeAnswer.failed(node, "its answer is not JSON");
        } finally {
            sent.cancel(true);
        }
    }

    private static String reason(@org.jspecify.annotations.Nullable Throwable cause) {
        return switch (cause) {
            case java.net.ConnectException refused -> "no connection";
            case java.net.http.HttpConnectTimeoutException late -> "no connection in time";
            case java.io.IOException broken -> "the connection broke";
            case null, default -> "it could not be asked";
        };
    }

    /// Ends what is under way.
    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdownNow();
    }
}
