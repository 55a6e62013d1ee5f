package io.forebay.gateway.events;

import io.forebay.core.events.EventProtocol;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/// The cluster's events on ZeroMQ sockets, as vLLM publishes those of an engine: a publisher on a thread of its own,
/// and one that replays what was missed on another. Runs until it is closed.
public final class ZmqEvents implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ZmqEvents.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /// Subscriptions and questions are small.
    private static final int MOST_INBOUND_BYTES = 4_096;

    private static final int REPLAY_HWM = 1_000;

    private final ZMQ.Context context = ZMQ.context(1);
    private final List<Runnable> stops = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final ZmqTally tally = new ZmqTally();
    private final ReplayBuffer buffer;
    private String endpoint = "";
    private String replayEndpoint = "";

    private ZmqEvents(ZmqTerms terms) {
        this.buffer = new ReplayBuffer(terms.bufferSteps(), terms.bufferBytes());
    }

    /// Binds, and begins to publish.
    ///
    /// @param events the master's stream; a subscription of it is taken, and one for each snapshot
    /// @throws IOException when an endpoint cannot be had
    public static ZmqEvents start(EventProtocol events, ZmqTerms terms) throws IOException {
        ZmqEvents made = new ZmqEvents(terms);
        try {
            made.open(events, terms);
            return made;
        } catch (IOException | RuntimeException failed) {
            made.close();
            throw failed;
        }
    }

    private void open(EventProtocol events, ZmqTerms terms) throws IOException {
        EventKit kit = new EventKit(
                events,
                new PartTranslation(new Topics(terms.topic()), terms.blockSize(), terms.ssdMedium()),
                new BatchEncoder(terms.form(), terms.hashes()),
                buffer,
                tally,
                () -> System.currentTimeMillis() / 1e3,
                System::nanoTime);
        ZMQ.Socket pub = socket(SocketType.PUB, terms.hwm(), terms.endpoint());
        endpoint = pub.getLastEndpoint();
        EventPublisher publisher = new EventPublisher(kit, pub, terms.heartbeatNanos());
        if (terms.replayEndpoint().isPresent()) {
            ZMQ.Socket router = replaySocket(pub, terms.replayEndpoint().get());
            replayEndpoint = router.getLastEndpoint();
            ReplayServer replays = new ReplayServer(kit, router);
            run("forebay-events-replay", replays::run, replays::stop);
        }
        run("forebay-events", publisher::run, publisher::stop);
        LOG.atInfo()
                .addKeyValue("endpoint", endpoint)
                .addKeyValue("replay", replayEndpoint)
                .log("events are published");
    }

    private ZMQ.Socket replaySocket(ZMQ.Socket other, String at) throws IOException {
        try {
            ZMQ.Socket router = socket(SocketType.ROUTER, REPLAY_HWM, at);
            router.setRouterMandatory(true);
            return router;
        } catch (IOException failed) {
            other.close();
            throw failed;
        }
    }

    private ZMQ.Socket socket(SocketType type, int hwm, String at) throws IOException {
        ZMQ.Socket socket = context.socket(type);
        socket.setLinger(0);
        socket.setSndHWM(hwm);
        socket.setMaxMsgSize(MOST_INBOUND_BYTES);
        try {
            socket.bind(at);
            return socket;
        } catch (ZMQException | IllegalArgumentException failed) {
            socket.close();
            throw new IOException("cannot publish events at " + at + ": " + failed.getMessage(), failed);
        }
    }

    private void run(String name, Runnable work, Runnable stop) {
        stops.add(stop);
        threads.add(Thread.ofPlatform().name(name).daemon(true).start(work));
    }

    /// Where it publishes: what was asked for, with the port that the system chose.
    public String endpoint() {
        return endpoint;
    }

    /// Where it replays; empty if it does not.
    public String replayEndpoint() {
        return replayEndpoint;
    }

    /// What has been done so far. Any thread.
    public ZmqFigures figures() {
        return tally.figures(buffer);
    }

    /// Takes at most some seconds. What a subscriber has not been sent by then it does not get.
    @Override
    public void close() {
        stops.forEach(Runnable::run);
        boolean ended = true;
        try {
            for (Thread thread : threads) {
                ended &= thread.join(PATIENCE);
            }
            ended = ended && isClosed();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            ended = false;
        }
        if (!ended) {
            LOG.warn("the events' sockets are left to the end of the process");
        }
    }

    /// The library waits for its own threads without a bound, also for one that has died.
    private boolean isClosed() throws InterruptedException {
        return Thread.ofPlatform()
                .name("forebay-zmq-close")
                .daemon(true)
                .start(context::close)
                .join(PATIENCE);
    }
}
