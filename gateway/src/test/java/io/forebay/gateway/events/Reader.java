package io.forebay.gateway.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.Value;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/// A subscriber's two sockets, and what it makes of the messages. One thread.
final class Reader implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    /// A message, its batch in hexadecimal, and its events, shortened.
    record Heard(String topic, long number, String payload, List<String> events) {}

    private final ZMQ.Context context = ZMQ.context(1);
    private final ZMQ.Socket live = context.socket(SocketType.SUB);
    private final ZMQ.Socket replay = context.socket(SocketType.DEALER);

    Reader(ZmqEvents events) {
        for (ZMQ.Socket socket : List.of(live, replay)) {
            socket.setLinger(0);
            socket.setReceiveTimeOut(PATIENCE_MILLIS);
        }
        live.subscribe("");
        live.connect(events.endpoint());
        if (!events.replayEndpoint().isEmpty()) {
            replay.connect(events.replayEndpoint());
        }
    }

    Heard hear() throws IOException {
        List<byte[]> frames = message(live);
        return heard(frames);
    }

    void ask(byte[]... frames) {
        for (int i = 0; i < frames.length; i++) {
            replay.send(frames[i], i + 1 < frames.length ? ZMQ.SNDMORE : 0);
        }
    }

    void ask(long start) {
        ask(new byte[0], Frames.number(start));
    }

    /// All up to the end mark.
    List<Heard> answer() throws IOException {
        List<Heard> all = new ArrayList<>();
        while (true) {
            List<byte[]> frames = message(replay);
            if (Frames.number(frames.get(2)) == Frames.END) {
                return all;
            }
            all.add(heard(frames.subList(1, 4)));
        }
    }

    static List<byte[]> message(ZMQ.Socket from) throws IOException {
        List<byte[]> frames = new ArrayList<>();
        do {
            byte[] frame = from.recv();
            if (frame == null) {
                throw new IOException("no message comes");
            }
            frames.add(frame);
        } while (from.hasReceiveMore());
        return frames;
    }

    private static Heard heard(List<byte[]> frames) throws IOException {
        List<String> events = new ArrayList<>();
        try (MessageUnpacker in = MessagePack.newDefaultUnpacker(frames.get(2))) {
            for (Value event : in.unpackValue().asArrayValue().list().get(1).asArrayValue()) {
                List<Value> fields = event.asArrayValue().list();
                String type = fields.getFirst().asStringValue().asString();
                if (fields.size() == 1) {
                    events.add(type);
                    continue;
                }
                String medium = fields.get(type.equals("BlockStored") ? 6 : 2).toString();
                for (Value hash : fields.get(1).asArrayValue()) {
                    byte[] bytes = hash.asBinaryValue().asByteArray();
                    events.add(type + " " + (((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF)) + " " + medium);
                }
            }
        }
        return new Heard(
                new String(frames.getFirst(), StandardCharsets.UTF_8),
                Frames.number(frames.get(1)),
                HexFormat.of().formatHex(frames.get(2)),
                events);
    }

    @Override
    public void close() {
        live.close();
        replay.close();
        context.close();
    }
}
