package io.forebay.gateway.events;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZMQ;
import org.zeromq.ZMQException;

/// Answers those who have missed batches: `[empty, first number]` is the question, `[empty, topic, number, batch]` for
/// each is the answer, and `[empty, empty, -1, empty]` its end.
///
/// All are answered in turn, some batches each, and each only as fast as it takes them. So much for bounds: at most
/// [#MOST_JOBS] at one time, one for each who asks, its newest question; nobody who takes nothing for
/// [#PATIENCE_NANOS]; and a message that is no question is dropped.
///
/// One thread's, which closes the socket at the end.
final class ReplayServer {
    static final int MOST_JOBS = 64;
    static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final Logger LOG = LoggerFactory.getLogger(ReplayServer.class);
    private static final int MOST_FRAMES = 3;
    private static final int TURN = 32;
    private static final int IDLE_MILLIS = 100;
    private static final int WAITING_MILLIS = 5;
    private static final byte[] EMPTY = {};

    private enum Sending {
        SENT,
        FULL,
        GONE
    }

    private static final class Asker {
        final byte[] identity;
        final ReplayJob job;
        long movedNanos;

        Asker(byte[] identity, ReplayJob job, long nowNanos) {
            this.identity = identity;
            this.job = job;
            this.movedNanos = nowNanos;
        }
    }

    private final EventKit kit;
    private final ZMQ.Socket socket;
    private final Map<ByteBuffer, Asker> askers = new LinkedHashMap<>();
    private volatile boolean closing;

    /// @param socket a ROUTER socket that is bound, and says when it cannot send
    ReplayServer(EventKit kit, ZMQ.Socket socket) {
        this.kit = kit;
        this.socket = socket;
    }

    /// Until [#stop].
    void run() {
        try (socket) {
            while (!closing) {
                boolean moved = turns();
                socket.setReceiveTimeOut(askers.isEmpty() ? IDLE_MILLIS : moved ? 0 : WAITING_MILLIS);
                receive().ifPresent(this::asked);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            askers.values().forEach(asker -> asker.job.end());
        }
    }

    /// Any thread.
    void stop() {
        closing = true;
    }

    /// A whole message, of which more frames are read than a question has, and dropped.
    private Optional<List<byte[]>> receive() {
        List<byte[]> frames = new ArrayList<>();
        byte[] frame = socket.recv();
        while (frame != null) {
            if (frames.size() <= MOST_FRAMES) {
                frames.add(frame);
            }
            frame = socket.hasReceiveMore() ? socket.recv() : null;
        }
        return frames.isEmpty() ? Optional.empty() : Optional.of(frames);
    }

    private void asked(List<byte[]> frames) {
        if (frames.size() != MOST_FRAMES || frames.get(1).length != 0 || frames.get(2).length != Long.BYTES) {
            kit.tally().ended(ReplayEnd.MALFORMED);
            return;
        }
        byte[] identity = frames.getFirst();
        long start = Frames.number(frames.get(2));
        Optional<SentBatch> newest = kit.buffer().last();
        boolean nothing = newest.isEmpty() || start < 0 || start > newest.get().sequence();
        if (nothing) {
            end(identity);
            kit.tally().ended(ReplayEnd.REPLAYED);
            return;
        }
        ByteBuffer name = ByteBuffer.wrap(identity);
        Asker before = askers.remove(name);
        if (before != null) {
            over(before, ReplayEnd.ABANDONED);
        }
        if (askers.size() >= MOST_JOBS) {
            kit.tally().ended(ReplayEnd.REFUSED);
            return;
        }
        ReplayJob job = new ReplayJob(kit, start, newest.get());
        askers.put(name, new Asker(identity, job, kit.nanoClock().getAsLong()));
    }

    /// Whether somebody got something.
    private boolean turns() throws InterruptedException {
        boolean moved = false;
        for (Map.Entry<ByteBuffer, Asker> each : List.copyOf(askers.entrySet())) {
            Asker asker = each.getValue();
            Optional<ReplayEnd> end = Optional.empty();
            long before = asker.movedNanos;
            try {
                end = turn(asker);
            } catch (RuntimeException broken) {
                LOG.atWarn().setCause(broken).log("a replay of events ends early");
                end = Optional.of(ReplayEnd.ABANDONED);
            }
            moved |= asker.movedNanos != before;
            if (end.isPresent()) {
                askers.remove(each.getKey());
                over(asker, end.get());
            }
        }
        return moved;
    }

    private Optional<ReplayEnd> turn(Asker asker) throws InterruptedException {
        for (int i = 0; i < TURN; i++) {
            Optional<SentBatch> head = asker.job.head();
            if (head.isEmpty() && !asker.job.isDone()) {
                break;
            }
            Sending sending = head.isPresent() ? send(asker.identity, head.get()) : end(asker.identity);
            switch (sending) {
                case GONE -> {
                    return Optional.of(ReplayEnd.ABANDONED);
                }
                case FULL -> {
                    return patience(asker);
                }
                case SENT -> {
                    asker.movedNanos = kit.nanoClock().getAsLong();
                    if (head.isEmpty()) {
                        return Optional.of(asker.job.tookSnapshot() ? ReplayEnd.SNAPSHOT : ReplayEnd.REPLAYED);
                    }
                    asker.job.sent();
                    kit.tally().replayed();
                }
            }
        }
        return patience(asker);
    }

    private Optional<ReplayEnd> patience(Asker asker) {
        boolean tooLong = kit.nanoClock().getAsLong() - asker.movedNanos > PATIENCE_NANOS;
        return tooLong ? Optional.of(ReplayEnd.ABANDONED) : Optional.empty();
    }

    private void over(Asker asker, ReplayEnd end) {
        asker.job.end();
        kit.tally().ended(end);
    }

    private Sending end(byte[] identity) {
        return send(identity, EMPTY, Frames.END, EMPTY);
    }

    private Sending send(byte[] identity, SentBatch batch) {
        return send(identity, batch.topic(), batch.sequence(), batch.payload());
    }

    /// Whether there is room shows with the first frame; the others follow it without asking.
    private Sending send(byte[] identity, byte[] topic, long sequence, byte[] payload) {
        try {
            if (!socket.send(identity, ZMQ.SNDMORE | ZMQ.DONTWAIT)) {
                return Sending.FULL;
            }
            socket.send(EMPTY, ZMQ.SNDMORE);
            socket.send(topic, ZMQ.SNDMORE);
            socket.send(Frames.number(sequence), ZMQ.SNDMORE);
            socket.send(payload, 0);
            return Sending.SENT;
        } catch (ZMQException _) {
            return Sending.GONE;
        }
    }
}
