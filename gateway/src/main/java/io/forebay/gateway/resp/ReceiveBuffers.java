package io.forebay.gateway.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import org.jspecify.annotations.Nullable;

/// Where a connection's socket is read to: an ordinary buffer, or, in the middle of a value, the very place in the
/// pool where the next bytes of it belong. Of one connection; gateway thread only.
final class ReceiveBuffers extends DefaultMaxMessagesRecvByteBufAllocator {
    private static final int ORDINARY_BYTES = 16 << 10;
    private static final int PIECE_BYTES = 256 << 10;
    /// What is less than this is cheaper to copy than to read alone.
    private static final int LEAST_BYTES = 8 << 10;

    private static final int READS_IN_TURN = 8;

    private final RequestParser parser;
    private @Nullable ByteBuf inPool;

    ReceiveBuffers(RequestParser parser) {
        super(READS_IN_TURN);
        this.parser = parser;
    }

    /// Whether this very buffer is a place in the pool: its bytes are where they belong.
    @SuppressWarnings("ReferenceEquality") // equal bytes elsewhere are not meant
    boolean isInPool(ByteBuf buffer) {
        return buffer == inPool;
    }

    @Override
    public RecvByteBufAllocator.ExtendedHandle newHandle() {
        return new Places();
    }

    private final class Places extends MaxMessageHandle {
        @Override
        public int guess() {
            return ORDINARY_BYTES;
        }

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            Incoming value = parser.streaming();
            if (value == null || value.expected() < LEAST_BYTES) {
                inPool = null;
                return allocator.ioBuffer(ORDINARY_BYTES);
            }
            ByteBuf place = Unpooled.wrappedBuffer(value.target(PIECE_BYTES)).clear();
            inPool = place;
            return place;
        }
    }
}
