package io.forebay.fabric;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// What follows the handshake on a [ConnectionKind#UCX] connection: the serving side says which [UcxWay] it offers (1
/// byte) and its worker's address (2 bytes of length, big-endian, and the bytes); then there is silence, whose end
/// says that the process is gone.
final class UcxGreeting {
    private static final int HEAD_BYTES = 3;
    private static final int MAX_BYTES = 0xffff;

    private final UcxWay way;
    private final byte[] address;

    UcxGreeting(UcxWay way, byte[] address) {
        this.way = way;
        this.address = address.clone();
    }

    UcxWay way() {
        return way;
    }

    /// Of the worker.
    byte[] address() {
        return address.clone();
    }

    void serve(ServedConnection connection) throws IOException {
        if (address.length > MAX_BYTES) {
            throw new IOException("an address of " + address.length + " bytes");
        }
        ByteBuffer frame = ByteBuffer.allocate(HEAD_BYTES + address.length);
        frame.put((byte) way.code()).putShort((short) address.length).put(address);
        connection.write(frame.flip());
        int ignored = connection.read(ByteBuffer.allocate(1));
    }

    static UcxGreeting read(SocketChannel channel) throws IOException {
        ByteBuffer head = fill(channel, HEAD_BYTES);
        UcxWay way = UcxWay.ofCode(head.get());
        return new UcxGreeting(
                way, fill(channel, Short.toUnsignedInt(head.getShort())).array());
    }

    private static ByteBuffer fill(SocketChannel channel, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("closed before it said its address");
            }
        }
        return buffer.flip();
    }
}
