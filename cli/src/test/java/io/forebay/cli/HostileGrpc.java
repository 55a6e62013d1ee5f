package io.forebay.cli;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/// What nobody should send to a gRPC port: noise, the preface of HTTP/2 and noise behind it, frames that lie about
/// their
/// length, and calls of every method whose message is random fields. What comes follows from the seed.
final class HostileGrpc {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final List<String> METHODS = List.of(
            "MasterService/OpenSession",
            "MasterService/Ledger",
            "MasterService/Heartbeat",
            "MasterService/QueryPrefix",
            "MasterService/ListNamespaces",
            "MasterService/ReportStale",
            "MasterService/PullPromotions",
            "RouterService/BatchPrefetchToMemory",
            "RouterService/Lookup",
            "RouterService/WatchEvents",
            "EngineService/Register",
            "EngineService/Reserve",
            "EngineService/Seal",
            "EngineService/Query",
            "EngineService/AwaitHandoff",
            "PeerService/Hello",
            "PeerService/QueryBlocks",
            "PeerService/ReleaseLock",
            "NoService/Nothing");

    private final Random random;

    HostileGrpc(long seed) {
        this.random = new Random(seed);
    }

    /// All that one connection sends, of some KiB.
    ///
    /// @param messages how many of them it is to hold
    byte[] connection(int messages) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (random.nextInt(10) == 0) {
            out.writeBytes(noise(1 + random.nextInt(500)));
            return out.toByteArray();
        }
        out.writeBytes(PREFACE);
        frame(out, SETTINGS, 0, 0, new byte[0]);
        boolean breaks = random.nextInt(3) == 0;
        for (int i = 0; i < messages; i++) {
            int stream = 1 + 2 * i;
            switch (random.nextInt(breaks ? 8 : 32)) {
                case 0, 1 -> liar(out, stream);
                case 2 -> out.writeBytes(noise(breaks ? random.nextInt(60) : 0));
                case 3 ->
                    frame(out, random.nextInt(12), random.nextInt(256), random.nextInt(), noise(random.nextInt(64)));
                default -> call(out, stream, fields(3));
            }
        }
        return out.toByteArray();
    }

    /// A call whose message says that it has 1 GiB, and one byte of it comes.
    private void liar(ByteArrayOutputStream out, int stream) {
        headers(out, stream);
        byte[] prefix = ByteBuffer.allocate(6)
                .put((byte) random.nextInt(2))
                .putInt(1 << 30)
                .put((byte) 7)
                .array();
        frame(out, DATA, 0, stream, prefix);
    }

    private void call(ByteArrayOutputStream out, int stream, byte[] message) {
        headers(out, stream);
        ByteBuffer body = ByteBuffer.allocate(5 + message.length);
        body.put((byte) 0).putInt(message.length).put(message);
        frame(out, DATA, END_STREAM, stream, body.array());
    }

    private void headers(ByteArrayOutputStream out, int stream) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        header(block, ":method", "POST");
        header(block, ":scheme", "http");
        header(block, ":path", "/forebay.v1." + METHODS.get(random.nextInt(METHODS.size())));
        header(block, ":authority", "localhost");
        header(block, "te", "trailers");
        header(block, "content-type", "application/grpc");
        header(block, "grpc-timeout", random.nextBoolean() ? "100m" : "99999999H");
        frame(out, HEADERS, END_HEADERS, stream, block.toByteArray());
    }

    /// A literal that is not indexed (RFC 7541, 6.2.2).
    private static void header(ByteArrayOutputStream out, String name, String value) {
        out.write(0);
        out.write(name.length());
        out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        out.write(value.length());
        out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static void frame(ByteArrayOutputStream out, int type, int flags, int stream, byte[] payload) {
        ByteBuffer head = ByteBuffer.allocate(9);
        head.put((byte) (payload.length >> 16))
                .put((byte) (payload.length >> 8))
                .put((byte) payload.length);
        head.put((byte) type).put((byte) flags).putInt(stream);
        out.writeBytes(head.array());
        out.writeBytes(payload);
    }

    /// A message of random fields, well-formed more often than not.
    private byte[] fields(int depth) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = random.nextInt(6); i > 0; i--) {
            int number = 1 + random.nextInt(9);
            if (random.nextInt(3) == 0) {
                out.write(number << 3);
                varint(out, random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(1_000));
            } else {
                byte[] inside = depth > 0 && random.nextBoolean() ? fields(depth - 1) : noise(random.nextInt(70));
                out.write((number << 3) | 2);
                varint(out, random.nextInt(40) == 0 ? random.nextInt(1 << 30) : inside.length);
                out.writeBytes(inside);
            }
        }
        return out.toByteArray();
    }

    private static void varint(ByteArrayOutputStream out, long number) {
        long rest = number;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) ((rest & 0x7f) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private byte[] noise(int bytes) {
        byte[] noise = new byte[bytes];
        random.nextBytes(noise);
        return noise;
    }
}
