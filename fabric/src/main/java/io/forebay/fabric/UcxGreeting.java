package io.forebay.fabric;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// What follows the handshake on a [ConnectionKind#UCX] connection: the serving side says its worker's address (2
/// bytes of length, big-endian, and the bytes); then there is silence, whose end says that the process is gone.
final class UcxGreeting {
    private static final int MAX_BYTES = 0xffff;

    private UcxGreeting() {}

    static void serve(ServedConnection connection, byte[] address) throws IOException {
        if (address.length > MAX_BYTES) {
            throw new IOException("an address of " + address.length + " bytes");
        }
        ByteBuffer frame = ByteBuffer.allocate(Short.BYTES + address.length);
        connection.write(frame.putShort((short) address.length).put(address).flip());
        int ignored = connection.read(ByteBuffer.allocate(1));
    }

    static byte[] read(SocketChannel channel) throws IOException {
        int length = Short.toUnsignedInt(fill(channel, Short.BYTES).getShort());
        return fill(channel, length).array();
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
