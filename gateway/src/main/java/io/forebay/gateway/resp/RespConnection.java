package io.forebay.gateway.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/// One connection: bytes come in, requests are carried out one after the other, replies go out. It stops reading while
/// room for a value is awaited, a value is read from SSD, or its client does not take what it has asked for; so what a
/// connection holds on the heap is bounded, whatever its client does. Gateway thread only.
final class RespConnection extends ChannelInboundHandlerAdapter implements Intake {
    /// Progress that a request or a reply has to make in the time that it has.
    private static final long PROGRESS_BYTES = 64 << 10;

    private static final String NO_ROOM = "OOM command not allowed when used memory > 'maxmemory'.";

    private final Channel channel;
    private final Session.Gate gate;
    private final IncomingBound incomingBound;
    private final RequestParser parser = new RequestParser(this);
    private final ReceiveBuffers buffers = new ReceiveBuffers(parser);
    private final Outbox outbox;
    private final Session session;
    private final ArrayDeque<ByteBuf> backlog = new ArrayDeque<>();
    private boolean awaitsRoom;
    private boolean ending;
    private boolean closed;
    private boolean running;
    private long lastNanos;
    private long windowNanos;
    private long windowBytes;
    private boolean inWindow;
    private long waitingBefore;
    private long progressBefore;

    RespConnection(Channel channel, long id, Session.Gate gate, IncomingBound incomingBound, boolean encrypted) {
        this.channel = channel;
        this.gate = gate;
        this.incomingBound = incomingBound;
        this.outbox = new Outbox(channel, gate.store().room(), encrypted);
        this.session = new Session(id, gate, new Replies(outbox), this::run);
        this.lastNanos = System.nanoTime();
        if (!encrypted) {
            channel.config().setRecvByteBufAllocator(buffers);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        int bytes = in.readableBytes();
        gate.counters().bytesIn.add(bytes);
        lastNanos = System.nanoTime();
        windowBytes += bytes;
        Incoming streaming = buffers.isInPool(in) ? parser.streaming() : null;
        if (closed || ending) {
            in.release();
        } else if (streaming != null) {
            streaming.advance(bytes);
            in.release();
            run();
        } else {
            backlog.add(in);
            run();
        }
    }

    /// Goes on as far as it can.
    private void run() {
        if (running) {
            return;
        }
        running = true;
        try {
            boolean more = true;
            while (more && mayGoOn()) {
                more = goOn();
            }
        } finally {
            running = false;
        }
        if (closed) {
            outbox.close();
            return;
        }
        outbox.flush(gate.counters().bytesOut::add);
        if (session.quits() && !ending && outbox.isDrained() && !session.isPaused()) {
            ending = true;
            outbox.closeAfterwards();
        }
        boolean reads = mayGoOn();
        if (channel.config().isAutoRead() != reads) {
            channel.config().setAutoRead(reads);
        }
        if (reads && (!backlog.isEmpty() || parser.isPending() || session.hasMore())) {
            channel.eventLoop().execute(this::run); // what was sent has made room for more
        }
    }

    /// One step.
    ///
    /// @return false when there is nothing to do
    private boolean goOn() {
        ByteBuf head = backlog.peek();
        if (session.hasMore()) {
            session.next();
        } else if (head != null && !head.isReadable()) {
            backlog.remove().release();
        } else if (head != null || parser.isPending()) {
            act(parser.step(head == null ? Unpooled.EMPTY_BUFFER : head));
        } else {
            return false;
        }
        return true;
    }

    private boolean mayGoOn() {
        return !closed && !ending && !awaitsRoom && !session.isPaused() && !session.quits() && outbox.isDrained();
    }

    private void act(RequestParser.Step step) {
        switch (step) {
            case MORE, WAIT -> {}
            case REQUEST -> {
                session.run(parser.take());
                if (session.takeFailed() && gate.facts().settings().policy().closesAfterError()) {
                    session.quit();
                }
            }
            case BROKEN -> {
                gate.counters().count(RespCounters.Refusal.PROTOCOL);
                session.run(broken(parser.fault()));
                session.quit();
            }
        }
    }

    private static Request broken(String fault) {
        Request request = new Request();
        request.refuse("ERR Protocol error: " + fault);
        return request;
    }

    @Override
    public @Nullable Command command(Request request) {
        byte[] name = request.argument(0);
        Command command = gate.commands().find(name);
        if (!session.isAuthenticated() && (command == null || !ConnectionCommands.isOpen(command))) {
            gate.counters().count(RespCounters.Refusal.AUTH);
            request.refuse("NOAUTH Authentication required.");
            return null;
        }
        if (command == null) {
            gate.counters().count(RespCounters.Refusal.UNKNOWN);
            request.refuse("ERR unknown command '" + Commands.shown(name) + "'");
        }
        return command;
    }

    @Override
    public void overLimit() {
        gate.counters().count(RespCounters.Refusal.ARGUMENT);
    }

    @Override
    public @Nullable Incoming begin(Request request, long length) {
        int label = gate.store().labelBytes(request.longestBytes());
        return new Incoming(gate.store().room(), incomingBound, length, label);
    }

    @Override
    public boolean room(Request request, Incoming value) {
        if (!incomingBound.take(value.slotBytes())) {
            noRoom(request);
            return true;
        }
        awaitsRoom = true;
        boolean[] within = {true};
        gate.store().room().take(value.slotBytes(), extent -> {
            awaitsRoom = false;
            if (extent != null && !closed) {
                value.add(extent);
            } else {
                incomingBound.remove(value.slotBytes());
                noRoom(request);
                Optional.ofNullable(extent).ifPresent(gate.store().room()::give);
            }
            if (!within[0]) {
                run();
            }
        });
        within[0] = false;
        return !awaitsRoom;
    }

    private void noRoom(Request request) {
        gate.counters().count(RespCounters.Refusal.MEMORY);
        request.refuse(NO_ROOM);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (channel.isWritable()) {
            run();
        }
    }

    /// Ends the connection when it has done nothing for too long; to be called now and then.
    void check(long nowNanos) {
        long waiting = waitingBytes();
        boolean asking = parser.isInRequest() && !awaitsRoom && !session.isPaused();
        boolean busy = asking || waiting > 0;
        if (!busy) {
            inWindow = false;
            if (nowNanos - lastNanos > gate.facts().settings().bounds().idle().toNanos()) {
                end(RespCounters.Refusal.IDLE);
            }
            return;
        }
        if (!inWindow) {
            inWindow = true;
            windowNanos = nowNanos;
            windowBytes = 0;
            waitingBefore = waiting;
            progressBefore = progress();
        } else if (nowNanos - windowNanos
                > gate.facts().settings().bounds().request().toNanos()) {
            boolean moved = waiting > 0
                    ? waiting != waitingBefore || progressBefore != progress()
                    : windowBytes >= PROGRESS_BYTES;
            if (!moved) {
                end(waiting > 0 ? RespCounters.Refusal.SLOW_READER : RespCounters.Refusal.SLOW_REQUEST);
            }
            inWindow = false;
        }
    }

    private long waitingBytes() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.totalPendingWriteBytes();
    }

    private long progress() {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting == null ? 0 : waiting.currentProgress();
    }

    private void end(RespCounters.Refusal why) {
        gate.counters().count(why);
        end();
    }

    /// Ends at once, whatever is under way.
    void end() {
        Future<?> _ = channel.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Future<?> _ = channel.close();
    }

    /// Gives everything back.
    private void close() {
        if (closed) {
            return;
        }
        closed = true;
        backlog.forEach(ByteBuf::release);
        backlog.clear();
        parser.close();
        session.close();
        outbox.close();
    }
}
