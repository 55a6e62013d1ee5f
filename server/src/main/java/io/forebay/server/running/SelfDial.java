package io.forebay.server.running;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Dials the addresses that a process tells others, as others would: a wrong `advertise.host` or a port that is
/// published wrongly is seen at the start, and not when the first peer misses. Tried again until all are reached.
///
/// It is a warning and no more: behind some translations of addresses a host cannot reach itself where others can. A
/// thread of its own dials; the warnings are for any thread.
public final class SelfDial implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SelfDial.class);
    private static final int CONNECT_MILLIS = 2_000;
    private static final long AGAIN_SECONDS = 30;
    /// Of what a stranger may say.
    private static final long MOST_BYTES = 1 << 20;

    private final Endpoints endpoints;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile List<String> warnings = List.of();

    /// Dials nothing yet.
    ///
    /// @param endpoints what others are told
    public SelfDial(Endpoints endpoints) {
        this.endpoints = endpoints;
    }

    /// Begins, when the ports answer.
    ///
    /// @param on false: nothing is dialled
    public SelfDial start(boolean on) {
        if (on) {
            Thread.ofPlatform().daemon(true).name("forebay-self-dial").start(this::run);
        }
        return this;
    }

    /// What is not reached, for people; empty while nothing is known to be wrong.
    public List<String> warnings() {
        return warnings;
    }

    private void run() {
        boolean told = false;
        try {
            do {
                List<String> missed = dial();
                warnings = missed;
                if (missed.isEmpty()) {
                    if (told) {
                        LOG.info("this process reaches itself now, where others are told to");
                    }
                    return;
                }
                if (closed.getCount() == 0) {
                    return; // the ports went meanwhile
                }
                if (!told) {
                    LOG.atWarn()
                            .addKeyValue("missed", missed)
                            .log(
                                    "this process does not reach itself where others are told to: check advertise.host, the"
                                            + " name's address and published ports; without it peers and pages miss it");
                    told = true;
                }
            } while (!closed.await(AGAIN_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Each address once.
    List<String> dial() {
        List<String> missed = new ArrayList<>();
        connect("control", endpoints.control(), missed);
        if (!endpoints.data().isEmpty()) {
            connect("data", endpoints.data(), missed);
        }
        ask(endpoints.http(), missed);
        return List.copyOf(missed);
    }

    private static void connect(String what, String address, List<String> missed) {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1))), CONNECT_MILLIS);
        } catch (IOException | IllegalArgumentException failed) {
            missed.add(what + " " + address + " is not reached from here: " + why(failed));
        }
    }

    /// The page says who answers, so that a stranger at the address is not taken for this process. A stranger may
    /// answer
    /// without end.
    private void ask(String address, List<String> missed) {
        HttpClient client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofMillis(CONNECT_MILLIS))
                .build();
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/api/status"))
                    .build();
            String said = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofString(), MOST_BYTES))
                    .get(CONNECT_MILLIS, TimeUnit.MILLISECONDS)
                    .body();
            if (!said.contains('"' + endpoints.control() + '"')) {
                missed.add("http " + address + " is answered by somebody else");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException late) {
            missed.add("http " + address + " is not reached from here: no answer in time");
        } catch (ExecutionException failed) {
            missed.add("http " + address + " is not reached from here: " + why(failed.getCause()));
        } catch (IllegalArgumentException wrong) {
            missed.add("http " + address + " is not reached from here: " + why(wrong));
        } finally {
            client.shutdownNow();
        }
    }

    private static String why(@Nullable Throwable failed) {
        if (failed == null) {
            return "it failed";
        }
        String message = failed.getMessage();
        return message == null || message.isBlank() ? failed.getClass().getSimpleName() : message;
    }

    /// Ends it; a dial under way ends within its time.
    @Override
    public void close() {
        closed.countDown();
    }
}
