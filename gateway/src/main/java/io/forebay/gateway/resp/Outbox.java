package io.forebay.gateway.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Replies on their way to a connection's socket. Short ones gather in one buffer; a long value goes from the pool in
/// pieces, no further ahead of its reader than the channel's watermark. Nothing more is asked of the store for a
/// connection while something waits here. Gateway thread only.
final class Outbox {
    /// A value up to this is copied: cheaper than a buffer of its own.
    private static final int COPY_BYTES = 16 << 10;

    private static final int PIECE_BYTES = 1 << 20;
    private static final int HEAD_BYTES = 64;
    private static final int FIRST_BYTES = 8 << 10;
    /// What may gather before it goes.
    private static final int MOST_GATHERED_BYTES = 256 << 10;

    private final Channel channel;
    private final PoolRoom room;
    /// Whether what is written counts as waiting only when it is flushed.
    private final boolean encrypted;

    private final ArrayDeque<Piece> pieces = new ArrayDeque<>();
    private final byte[] digits = new byte[24];
    private @Nullable ByteBuf gathered;
    private boolean closed;

    /// Bytes of a buffer, or, where there is none, of a value that is held for it.
    private record Piece(@Nullable ByteBuf bytes, @Nullable Value value, long from, long end) {}

    Outbox(Channel channel, PoolRoom room, boolean encrypted) {
        this.channel = channel;
        this.room = room;
        this.encrypted = encrypted;
    }

    /// Whether more replies may be made.
    boolean isDrained() {
        return pieces.isEmpty() && channel.isWritable() && hasRoomToGather();
    }

    private boolean hasRoomToGather() {
        return gathered == null || gathered.readableBytes() < MOST_GATHERED_BYTES;
    }

    private ByteBuf gathering(int bytes) {
        ByteBuf buffer = gathered;
        if (buffer == null) {
            buffer = channel.alloc().directBuffer(Math.max(pieces.isEmpty() ? FIRST_BYTES : HEAD_BYTES, bytes));
            gathered = buffer;
        }
        return buffer;
    }

    void write(byte[] bytes) {
        gathering(bytes.length).writeBytes(bytes);
    }

    /// A line of one character and a number.
    void head(char kind, long number) {
        int at = digits.length;
        digits[--at] = '\n';
        digits[--at] = '\r';
        long rest = Math.abs(number);
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (number < 0) {
            digits[--at] = '-';
        }
        digits[--at] = (byte) kind;
        gathering(digits.length).writeBytes(digits, at, digits.length - at);
    }

    /// Bytes of a value, which is held until they are gone.
    void write(Value value, long from, long length) {
        if (length == 0) {
            return;
        }
        if (length <= COPY_BYTES && pieces.isEmpty() && hasRoomToGather()) {
            ByteBuf buffer = gathering((int) length + HEAD_BYTES);
            for (long at = from; at < from + length; ) {
                ByteBuffer part = part(value, at, from + length - at);
                at += part.remaining();
                buffer.writeBytes(part);
            }
            return;
        }
        finishGathered();
        pieces.add(new Piece(null, value.hold(), from, from + length));
    }

    /// Bytes of a value as they lie: at most so many, fewer at a slot's end.
    private ByteBuffer part(Value value, long at, long most) {
        int slot = (int) (at / value.slotBytes());
        long inSlot = at % value.slotBytes();
        MemorySegment bytes = room.slice(value.slots().get(slot));
        return bytes.asSlice(inSlot, Math.min(most, value.slotBytes() - inSlot)).asByteBuffer();
    }

    private void finishGathered() {
        ByteBuf buffer = gathered;
        if (buffer != null) {
            gathered = null;
            pieces.add(new Piece(buffer, null, 0, 0));
        }
    }

    /// Gives the socket what it takes now.
    ///
    /// @param sent hears how many bytes that were
    void flush(Consumer<Long> sent) {
        if (closed) {
            drop();
            return;
        }
        finishGathered();
        long bytes = 0;
        while (channel.isWritable() && !pieces.isEmpty()) {
            bytes += writeFirst(pieces.remove());
        }
        if (bytes > 0) {
            sent.accept(bytes);
            channel.flush();
        }
    }

    private long writeFirst(Piece piece) {
        ByteBuf buffer = piece.bytes();
        if (buffer != null) {
            int bytes = buffer.readableBytes();
            Future<?> _ = channel.write(buffer, channel.voidPromise());
            return bytes;
        }
        Value value = java.util.Objects.requireNonNull(piece.value());
        ByteBuffer part = part(value, piece.from(), Math.min(PIECE_BYTES, piece.end() - piece.from()));
        int bytes = part.remaining();
        if (piece.from() + bytes < piece.end()) {
            pieces.push(new Piece(null, value.hold(), piece.from() + bytes, piece.end()));
        }
        channel.write(Unpooled.wrappedBuffer(part)).addListener(done -> room.letGo(value));
        if (encrypted) {
            channel.flush();
        }
        return bytes;
    }

    /// Ends the connection when everything has gone.
    void closeAfterwards() {
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /// Nothing goes any more.
    void close() {
        closed = true;
        drop();
    }

    private void drop() {
        ByteBuf buffer = gathered;
        gathered = null;
        if (buffer != null) {
            buffer.release();
        }
        for (Piece piece : pieces) {
            if (piece.bytes() != null) {
                piece.bytes().release();
            }
            if (piece.value() != null) {
                room.letGo(piece.value());
            }
        }
        pieces.clear();
    }
}
