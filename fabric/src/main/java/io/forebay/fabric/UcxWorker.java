package io.forebay.fabric;

import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The one thread of a `ucx` fabric, the sole caller of UCX and writer of everything on this side of it: it starts
/// and notices the gets of all peers, asks owners for bytes and about generations, and answers such questions.
///
/// Others hand over what is to be done: reads in a bounded queue, which may be full; orders (connect, fall, register)
/// in one that each caller fills with one thing at a time. Nothing in it waits for a peer.
final class UcxWorker implements UcxCallbacksNative.Listener {
    private static final int HAND_OVER = 1 << 16;
    /// How long the end waits for messages to peers that take nothing, once their endpoints are closed.
    private static final long END_NANOS = 5_000_000_000L;

    private final UcxContext context;
    private final UcxServing serving;
    private final UcxOutbox questions = new UcxOutbox(UcxFrames.questionBytes(UcxFrames.MAX_RANGES));
    private final UcxIdle idle;
    private final Thread thread;
    private final Queue<Runnable> reads = new ArrayBlockingQueue<>(HAND_OVER);
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Map<Long, UcxLink> links = new HashMap<>();
    private final Map<Long, UcxLink> asked = new HashMap<>();
    /// Of links, questions and pieces. Where it starts nobody can guess, nor answer what he was not asked.
    private long lastNumber = new SecureRandom().nextLong();

    private boolean closing;

    /// @param regions that questions are about
    UcxWorker(UcxSettings settings, UcxWay way, RegionTable regions) throws FabricException {
        this.serving = new UcxServing(regions);
        this.context = UcxContext.open(settings, way, this);
        this.idle = new UcxIdle(settings, context, () -> !reads.isEmpty() || !orders.isEmpty());
        this.thread = Threads.make("ucx-worker", this::run);
        try {
            for (int message : UcxFrames.ALL) {
                context.listen(message);
            }
        } catch (FabricException e) {
            idle.end();
            context.close();
            throw e;
        }
    }

    void start() {
        thread.start();
    }

    /// For use within an order.
    UcxContext context() {
        return context;
    }

    /// Runs `order` soon on the thread. What is ordered once the worker is closed is not run.
    void order(Runnable order) {
        orders.add(order);
        wake();
    }

    /// Hands a read over; false if too many wait.
    boolean offer(Runnable read) {
        boolean taken = reads.offer(read);
        wake();
        return taken;
    }

    /// Has the thread look at what was abandoned.
    void nudge() {
        order(() -> {});
    }

    private void wake() {
        if (Thread.currentThread() != thread) {
            idle.wake();
        }
    }

    /// Ends the thread once all links are gone, which must have been told to fall, and waits for that.
    void close() {
        order(() -> closing = true);
        Threads.join(thread);
    }

    /// Takes a link and opens it. Within an order.
    void add(UcxLink link, byte[] address) {
        long number = nextNumber();
        links.put(number, link);
        link.open(address, number);
    }

    /// Asks the owner of `ranges` whether they still hold; the link hears the answer.
    ///
    /// @return the question's number; 0 if it cannot be sent
    long ask(long endpoint, List<ReadRange> ranges, UcxLink link) {
        long number = nextNumber();
        MemorySegment header = questions.header();
        UcxFrames.putQuestion(header, number, ranges);
        long bytes = UcxFrames.questionBytes(ranges.size());
        return send(endpoint, UcxMessage.bare(UcxFrames.QUESTION, header, bytes), number, link);
    }

    /// Asks the owner for the bytes of a piece; the link hears of each chunk, until it says [#settled].
    ///
    /// @return the piece's number; 0 if it cannot be sent
    long fetch(long endpoint, UcxPiece piece, UcxLink link) {
        long number = nextNumber();
        MemorySegment header = questions.header();
        UcxFrames.putFetch(header, new UcxFrames.Fetch(number, piece.region(), piece.offset(), piece.length()));
        return send(endpoint, UcxMessage.bare(UcxFrames.FETCH, header, UcxFrames.FETCH_BYTES), number, link);
    }

    /// A piece has come.
    void settled(long number) {
        asked.remove(number);
    }

    private long send(long endpoint, UcxMessage message, long number, UcxLink link) {
        if (!questions.send(endpoint, message)) {
            return 0;
        }
        asked.put(number, link);
        return number;
    }

    /// Never 0.
    private long nextNumber() {
        lastNumber++;
        return lastNumber == 0 ? ++lastNumber : lastNumber;
    }

    @Override
    public void endpointFailed(long number, int status) {
        UcxLink link = links.get(number);
        if (link != null) {
            link.breakDown(status);
        }
    }

    @Override
    public void received(int id, MemorySegment header, MemorySegment data, long replyEndpoint) {
        switch (id) {
            case UcxFrames.QUESTION, UcxFrames.FETCH -> serve(id, header, replyEndpoint);
            case UcxFrames.ANSWER -> answered(UcxFrames.readAnswer(header));
            case UcxFrames.CHUNK -> came(UcxFrames.readChunk(header), data);
            default -> {}
        }
    }

    /// Nothing new is begun while the worker ends.
    private void serve(int id, MemorySegment header, long replyEndpoint) {
        if (closing || replyEndpoint == 0) {
            return;
        }
        if (id == UcxFrames.QUESTION) {
            serving.question(header, replyEndpoint);
        } else {
            serving.fetch(header, replyEndpoint);
        }
    }

    private void answered(UcxFrames.Answer answer) {
        UcxLink link = asked.remove(answer.question());
        if (link != null) {
            link.answered(answer);
        }
    }

    private void came(UcxFrames.Chunk chunk, MemorySegment data) {
        UcxLink link = asked.get(chunk.piece());
        if (link != null) {
            link.came(chunk, data);
        }
    }

    private void run() {
        while (!closing || !links.isEmpty()) {
            boolean busy = runAll(orders);
            busy |= runAll(reads);
            busy |= UcxNative.progress(context.worker()) != 0;
            if (busy || idle.hasSlept()) {
                pump();
            }
            idle.next(busy);
        }
        idle.end();
        endMessages();
        context.close();
        serving.outbox().close();
        questions.close();
    }

    /// UCX must have done with every message before it goes. All links are gone; the endpoints of peers that were
    /// served are there as long as UCX has a message for them.
    private void endMessages() {
        sweep();
        serving.outbox().endpoints().forEach(UcxNative::closeForced);
        long start = System.nanoTime();
        while (!(serving.outbox().isEmpty() && questions.isEmpty()) && System.nanoTime() - start < END_NANOS) {
            int ignored = UcxNative.progress(context.worker());
            sweep();
        }
    }

    private void sweep() {
        serving.outbox().sweep();
        questions.sweep();
    }

    private static boolean runAll(Queue<Runnable> queue) {
        boolean any = false;
        Runnable next = queue.poll();
        while (next != null) {
            any = true;
            Callbacks.run(next);
            next = queue.poll();
        }
        return any;
    }

    private void pump() {
        sweep();
        for (UcxLink link : links.values()) {
            Callbacks.run(link::pump);
        }
        links.values().removeIf(link -> {
            boolean gone = link.isGone();
            if (gone) {
                asked.values().removeIf(owner -> owner == link);
                link.bury();
            }
            return gone;
        });
    }
}
