package io.forebay.fabric;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/// The first 24 bytes each way on a connection to a data port, all numbers big-endian:
///
/// | bytes | question | answer |
/// | --- | --- | --- |
/// | 8 | magic `FOREBAYD` | magic |
/// | 2 | version, 2 | version of the answering side |
/// | 2 | [ConnectionKind] | [Verdict] |
/// | 4 | 0 | 0 |
/// | 8 | incarnation that the asker expects | incarnation that listens |
///
/// Anything but the magic is closed without an answer: it is not ours to talk to.
final class Handshake {
    static final int BYTES = 24;
    static final int VERSION = 2;
    private static final long MAGIC = 0x464F5245_42415944L;

    /// The answer to a handshake.
    enum Verdict {
        WELCOME(0),
        WRONG_VERSION(1),
        OTHER_INCARNATION(2),
        NOT_SERVED(3);

        private final int code;

        Verdict(int code) {
            this.code = code;
        }
    }

    /// @param kindCode not checked; see [ConnectionKind#of]
    record Question(int version, int kindCode, long incarnation) {}

    private Handshake() {}

    static void ask(SocketChannel channel, ConnectionKind kind, long incarnation) throws IOException {
        write(channel, kind.code(), incarnation);
    }

    static Question readQuestion(SocketChannel channel) throws IOException {
        ByteBuffer frame = readFrame(channel);
        int version = frame.getShort();
        int kind = frame.getShort();
        return new Question(version, kind, frame.getLong(16));
    }

    static void answer(SocketChannel channel, Verdict verdict, long incarnation) throws IOException {
        write(channel, verdict.code, incarnation);
    }

    /// Throws unless the answer is welcome.
    static void readAnswer(SocketChannel channel, PortAddress asked) throws IOException {
        ByteBuffer frame = readFrame(channel);
        int version = frame.getShort();
        int code = frame.getShort();
        if (code == Verdict.WELCOME.code) {
            return;
        }
        String why = switch (code) {
            case 1 -> "it speaks version " + version + " of the data protocol, this side " + VERSION;
            case 2 -> "another incarnation listens there: " + Long.toHexString(frame.getLong(16));
            case 3 -> "it does not serve this fabric";
            default -> "verdict " + code;
        };
        throw new FabricException(asked + " refused the connection: " + why);
    }

    private static void write(SocketChannel channel, int code, long incarnation) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(BYTES);
        frame.putLong(MAGIC).putShort((short) VERSION).putShort((short) code).putInt(0);
        frame.putLong(incarnation).flip();
        while (frame.hasRemaining()) {
            channel.write(frame);
        }
    }

    /// A frame, positioned behind its magic.
    private static ByteBuffer readFrame(SocketChannel channel) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(BYTES);
        while (frame.hasRemaining()) {
            if (channel.read(frame) < 0) {
                throw new EOFException("closed during the handshake: no data port of ours, or it is at its limit");
            }
        }
        frame.flip();
        if (frame.getLong() != MAGIC) {
            throw new IOException("no data port of ours: wrong magic");
        }
        return frame;
    }
}
