package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The one thread of a `ucx` fabric, the sole caller of UCX and writer of everything on this side of it: it starts
/// and notices the gets of all peers, asks owners about generations, and answers such questions.
///
/// Others hand over what is to be done: reads in a bounded queue, which may be full; orders (connect, fall, register)
/// in one that each caller fills with one thing at a time. Nothing in it waits for a peer.
final class UcxWorker implements UcxCallbacksNative.Listener {
    private static final int HAND_OVER = 1 << 16;

    private final UcxContext context;
    private final RegionTable regions;
    private final UcxIdle idle;
    private final Thread thread;
    private final Queue<Runnable> reads = new ArrayBlockingQueue<>(HAND_OVER);
    private final Queue<Runnable> orders = new ConcurrentLinkedQueue<>();
    private final Map<Long, UcxLink> links = new HashMap<>();
    private final Map<Long, UcxLink> asked = new HashMap<>();
    private final List<Sent> sent = new ArrayList<>();
    private final Arena arena = Arena.ofShared();
    private final Deque<MemorySegment> spare = new ArrayDeque<>();
    private long lastNumber;
    private boolean closing;

    /// A message whose bytes UCX still needs.
    private record Sent(long request, MemorySegment bytes) {}

    /// @param regions that questions are about
    UcxWorker(UcxSettings settings, RegionTable regions) throws FabricException {
        this.regions = regions;
        this.context = UcxContext.open(settings, this);
        this.idle = new UcxIdle(settings, context, () -> !reads.isEmpty() || !orders.isEmpty());
        this.thread = Threads.make("ucx-worker", this::run);
        try {
            context.listen(UcxFrames.QUESTION);
            context.listen(UcxFrames.ANSWER);
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
        long number = ++lastNumber;
        links.put(number, link);
        link.open(address, number);
    }

    /// Asks the owner of `ranges` whether they still hold; the link hears the answer.
    ///
    /// @return the question's number; 0 if it cannot be sent
    long ask(long endpoint, List<ReadRange> ranges, UcxLink link) {
        long question = ++lastNumber;
        MemorySegment bytes = buffer();
        MemorySegment header = bytes.asSlice(0, UcxFrames.questionBytes(ranges.size()));
        UcxFrames.putQuestion(header, question, ranges);
        if (!keep(UcxNative.send(endpoint, UcxFrames.QUESTION, header, true), bytes)) {
            return 0;
        }
        asked.put(question, link);
        return question;
    }

    private MemorySegment buffer() {
        MemorySegment bytes = spare.poll();
        return bytes != null ? bytes : arena.allocate(UcxFrames.questionBytes(UcxFrames.MAX_RANGES), Long.BYTES);
    }

    /// Keeps what was sent until UCX has done with it. False if nothing was sent.
    private boolean keep(long request, MemorySegment bytes) {
        if (request == 0 || UcxStatus.isError(request)) {
            spare.add(bytes);
            return request == 0;
        }
        sent.add(new Sent(request, bytes));
        return true;
    }

    @Override
    public void endpointFailed(long number, int status) {
        UcxLink link = links.get(number);
        if (link != null) {
            link.breakDown(status);
        }
    }

    @Override
    public void received(int id, MemorySegment header, long replyEndpoint) {
        if (id == UcxFrames.QUESTION && replyEndpoint != 0) {
            UcxFrames.Answer answer = UcxFrames.answer(header, regions);
            MemorySegment bytes = buffer();
            MemorySegment reply = bytes.asSlice(0, UcxFrames.ANSWER_BYTES);
            UcxFrames.putAnswer(reply, answer);
            // An asker that cannot be answered is gone, or finds out by itself.
            boolean ignored = keep(UcxNative.send(replyEndpoint, UcxFrames.ANSWER, reply, false), bytes);
        } else if (id == UcxFrames.ANSWER) {
            UcxFrames.Answer answer = UcxFrames.readAnswer(header);
            UcxLink link = asked.remove(answer.question());
            if (link != null) {
                link.answered(answer);
            }
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
        context.close();
        arena.close();
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
        sent.removeIf(this::isDone);
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

    private boolean isDone(Sent message) {
        if (UcxNative.requestStatus(message.request()) == UcxStatus.IN_PROGRESS) {
            return false;
        }
        UcxNative.free(message.request());
        spare.add(message.bytes());
        return true;
    }
}
