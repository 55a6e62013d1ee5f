package io.forebay.gateway.events;

import io.forebay.core.events.EventPart;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The answer to one who has missed batches, a piece at a time, as it takes them.
///
/// ```
/// from the buffer ──the next one has gone from it──▶ a snapshot ──its end──▶ from the buffer ──▶ done
/// ```
///
/// vLLM knows no snapshot, so this one is made of its words: everything that was ever told of is cleared, and what
/// stands is stored, under numbers of batches that have been missed. An empty batch with the number up to which the
/// snapshot is at least as new ends it, and batches behind that follow. These may say again what is in the snapshot;
/// saying all of it in order once more changes nothing in the end.
///
/// Confined to its [ReplayServer].
final class ReplayJob {
    private static final int CHUNK = 64;

    /// Fewer numbers have been missed than a snapshot needs.
    static final class OutOfNumbers extends RuntimeException {
        private static final long serialVersionUID = 1;

        OutOfNumbers() {
            super("a snapshot has more batches than were missed; raise events.zmq.buffer_steps and buffer_bytes");
        }
    }

    private final EventKit kit;
    private final Deque<SentBatch> pending = new ArrayDeque<>();
    private long next;
    private long last;
    private @Nullable Follower snapshot;
    private SentBatch cover;
    private boolean tookSnapshot;
    private boolean done;

    /// @param start the first number that was missed, at most that of `newest`
    /// @param newest what was published last
    ReplayJob(EventKit kit, long start, SentBatch newest) {
        this.kit = kit;
        this.next = start;
        this.last = newest.sequence();
        this.cover = newest;
    }

    /// What to send next; empty if it is [#isDone], or has to wait for the master.
    Optional<SentBatch> head() throws InterruptedException {
        if (pending.isEmpty() && !done) {
            Follower reading = snapshot;
            if (reading != null) {
                read(reading);
            } else {
                refill();
            }
        }
        return Optional.ofNullable(pending.peekFirst());
    }

    private void refill() {
        if (next > last) {
            done = true;
            return;
        }
        List<SentBatch> batches = kit.buffer().from(next, CHUNK);
        if (batches.isEmpty()) {
            kit.buffer().last().ifPresent(newest -> cover = newest);
            snapshot = kit.follower();
            tookSnapshot = true;
        } else {
            pending.addAll(batches);
            next = batches.getLast().sequence() + 1;
        }
    }

    /// What was published up to `cover` had happened before this follower began.
    private void read(Follower reading) throws InterruptedException {
        for (EventPart part : reading.next(0)) {
            for (TopicBatch batch : kit.translation().batches(part)) {
                if (next >= cover.sequence()) {
                    throw new OutOfNumbers();
                }
                pending.add(new SentBatch(next, Frames.text(batch.topic()), kit.encode(batch.events())));
                next++;
            }
            if (part instanceof EventPart.Complete) {
                pending.add(new SentBatch(cover.sequence(), cover.topic(), kit.encode(List.of())));
                next = cover.sequence() + 1;
                last = kit.buffer().last().map(SentBatch::sequence).orElse(last);
                end();
                return;
            }
        }
    }

    /// [#head] has been sent.
    void sent() {
        pending.removeFirst();
    }

    boolean isDone() {
        return done && pending.isEmpty();
    }

    boolean tookSnapshot() {
        return tookSnapshot;
    }

    /// Whether the master is being asked.
    boolean reads() {
        return snapshot != null;
    }

    /// Gives back what it holds at the master.
    void end() {
        if (snapshot != null) {
            snapshot.end();
            snapshot = null;
        }
    }
}
