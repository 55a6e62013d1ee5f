package io.forebay.gateway.events;

import io.forebay.core.events.EventPart;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZMQ;

/// Publishes what happens to replicas: `[topic, number, batch]`, the numbers from 0 without holes over all topics.
/// One that begins anew begins with 0 again, which tells its subscribers to forget what they know of it.
///
/// It follows the master's stream like any other subscriber, so that the master never waits for it. If it has missed
/// events, it says so in the only words that there are: everything is cleared, then stored again.
///
/// A subscriber that reads too slowly loses messages here, beyond the high-water mark; it sees the hole and asks for a
/// replay. That a *last* message is lost shows when an empty batch follows it, after a while of silence.
///
/// One thread's, which closes the socket at the end.
final class EventPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(EventPublisher.class);
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final EventKit kit;
    private final ZMQ.Socket socket;
    private final long heartbeatNanos;
    private final Follower follower;
    private volatile boolean closing;
    private long next;
    private byte[] lastTopic = {};
    private long sentNanos;

    /// @param socket a PUB socket that is bound
    EventPublisher(EventKit kit, ZMQ.Socket socket, long heartbeatNanos) {
        this.kit = kit;
        this.socket = socket;
        this.heartbeatNanos = heartbeatNanos;
        this.follower = kit.follower();
    }

    /// Until [#stop].
    void run() {
        try (socket) {
            while (!closing) {
                step();
            }
            follower.end();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /// Any thread.
    void stop() {
        closing = true;
    }

    private void step() throws InterruptedException {
        try {
            List<EventPart> parts = follower.next(WAIT_NANOS);
            for (EventPart part : parts) {
                publish(part);
            }
            if (parts.isEmpty()) {
                beat();
            }
        } catch (RuntimeException broken) {
            LOG.error("events could not be published; all that stands will be", broken);
            follower.startOver();
        }
    }

    private void publish(EventPart part) {
        List<TopicBatch> batches = kit.translation().batches(part);
        if (part instanceof EventPart.Started && !batches.isEmpty()) {
            kit.tally().resynced();
        }
        for (TopicBatch batch : batches) {
            lastTopic = Frames.text(batch.topic());
            publish(batch.events());
        }
    }

    /// Before the first topic there is nothing that could be missing.
    private void beat() {
        boolean silent = heartbeatNanos > 0 && kit.nanoClock().getAsLong() - sentNanos >= heartbeatNanos;
        if (silent && lastTopic.length > 0) {
            publish(List.of());
        }
    }

    /// First it is kept, so that whoever sees the number finds it.
    private void publish(List<VllmEvent> events) {
        SentBatch batch = new SentBatch(next, lastTopic, kit.encode(events));
        kit.buffer().add(batch);
        next++;
        sentNanos = kit.nanoClock().getAsLong();
        socket.send(batch.topic(), ZMQ.SNDMORE);
        socket.send(Frames.number(batch.sequence()), ZMQ.SNDMORE);
        socket.send(batch.payload(), 0);
        kit.tally().published(events.size(), batch.payload().length);
    }
}
