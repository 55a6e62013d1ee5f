package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// One client connection: a sender that writes requests, a receiver that fills destinations, and the two queues
/// between them, guarded by `lock`.
///
/// A part of a read goes outgoing → awaiting → ended. Only the receiver writes to destinations, and it is the
/// receiver that, at its own end, fails and closes whatever is left: so *over* is never told while a byte can still
/// arrive.
final class TcpConnection {
    private final SocketChannel channel;
    private final Ends ends;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition work = lock.newCondition();
    private final Deque<ReadPart> outgoing = new ArrayDeque<>();
    private final Deque<SentPart> awaiting = new ArrayDeque<>();
    private final ReplyReceiver replies;
    private final Thread sender;
    private final Thread receiver;
    private long lastReadId;
    private @Nullable Failure down;

    /// A part whose ranges have been asked for.
    record SentPart(long readId, ReadPart part) {}

    /// Hears once each of the connection's two ends. Must not block.
    interface Ends {
        /// It is lost; its reads have not heard yet.
        void falling(Failure cause);

        /// It writes to no destination any more, and every read has heard.
        void ended();
    }

    /// @param busyNanos see [TcpSettings#busyNanos]
    TcpConnection(SocketChannel channel, String name, long busyNanos, Ends ends, LongConsumer delivered) {
        this.channel = channel;
        this.ends = ends;
        this.replies = new ReplyReceiver(channel, busyNanos, this, delivered);
        this.sender = Threads.make("tcp-send-" + name, this::send);
        this.receiver = Threads.make("tcp-receive-" + name, this::receive);
    }

    void start() {
        receiver.start();
        sender.start();
    }

    /// Queues the part, or fails it when the connection is down.
    void submit(ReadPart part) {
        Failure refused;
        lock.lock();
        try {
            refused = down;
            if (refused == null) {
                outgoing.add(part);
                work.signal();
            }
        } finally {
            lock.unlock();
        }
        if (refused != null) {
            part.fail(refused);
            part.close();
        }
    }

    /// Ends the connection; reads in flight end when the receiver has noticed. Never blocks.
    void kill(Failure cause) {
        boolean first;
        lock.lock();
        try {
            first = down == null;
            if (first) {
                down = cause;
                work.signalAll();
            }
        } finally {
            lock.unlock();
        }
        if (first) {
            ends.falling(cause);
            Sockets.close(channel);
        }
    }

    /// Bytes received so far; a silence is two equal readings.
    long received() {
        return replies.received();
    }

    /// True if the peer owes a reply.
    boolean isOwed() {
        lock.lock();
        try {
            return !awaiting.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until nothing is written to any destination by this connection. It must have been killed.
    void join() {
        Threads.join(receiver);
        Threads.join(sender);
    }

    /// The next part to ask for, which is awaited from now on; null once the connection is down.
    @Nullable
    SentPart awaitOutgoing() {
        lock.lock();
        try {
            SentPart sent = poll();
            while (sent == null && down == null) {
                work.awaitUninterruptibly();
                sent = poll();
            }
            return sent;
        } finally {
            lock.unlock();
        }
    }

    /// Like [#awaitOutgoing], but null also when nothing waits.
    @Nullable
    SentPart pollOutgoing() {
        lock.lock();
        try {
            return poll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SentPart poll() {
        ReadPart part = down == null ? outgoing.poll() : null;
        while (part != null && part.isOver()) {
            part = outgoing.poll();
        }
        if (part == null) {
            return null;
        }
        SentPart sent = new SentPart(++lastReadId, part);
        awaiting.add(sent);
        return sent;
    }

    /// The part whose reply comes next; null if nothing was asked for.
    @Nullable
    SentPart awaited() {
        lock.lock();
        try {
            return awaiting.peek();
        } finally {
            lock.unlock();
        }
    }

    /// The awaited part's last reply has come.
    void answered() {
        lock.lock();
        try {
            awaiting.remove();
        } finally {
            lock.unlock();
        }
    }

    private void send() {
        try {
            RequestSender.run(channel, this);
        } catch (IOException | RuntimeException e) {
            kill(Blame.peer("the connection broke while asking: " + e));
        }
    }

    private void receive() {
        try {
            replies.run();
        } catch (EOFException e) {
            kill(Blame.peer("the peer closed the connection"));
        } catch (IOException | RuntimeException e) {
            kill(Blame.peer("the connection broke: " + e));
        } finally {
            endRest();
        }
    }

    /// The receiver's last act.
    private void endRest() {
        Failure cause = Blame.peer("the receiver ended unexpectedly");
        kill(cause);
        Deque<ReadPart> rest = new ArrayDeque<>();
        lock.lock();
        try {
            cause = down == null ? cause : down;
            awaiting.forEach(sent -> rest.add(sent.part()));
            rest.addAll(outgoing);
            awaiting.clear();
            outgoing.clear();
        } finally {
            lock.unlock();
        }
        for (ReadPart part : rest) {
            part.fail(cause);
            part.close();
        }
        ends.ended();
    }
}
