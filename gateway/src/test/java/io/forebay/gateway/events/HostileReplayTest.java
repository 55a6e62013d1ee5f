package io.forebay.gateway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/// Whoever sends nonsense to the sockets is dropped, and an honest reader is answered as before.
@Timeout(60)
final class HostileReplayTest {
    private static final int MESSAGES = 10_000;
    private static final int SEED = 20_261_130;
    /// ZMTP 3.0's greeting of a peer without security.
    private static final byte[] GREETING = new byte[64];

    static {
        GREETING[0] = (byte) 0xFF;
        GREETING[9] = 0x7F;
        GREETING[10] = 3;
        System.arraycopy("NULL".getBytes(StandardCharsets.US_ASCII), 0, GREETING, 12, 4);
    }

    private final TestMaster master = new TestMaster();
    private final SplittableRandom random = new SplittableRandom(SEED);
    private ZmqEvents events;
    private Reader reader;

    @BeforeEach
    void start() throws Exception {
        events = ZmqEvents.start(
                master, ZmqTerms.at("tcp://127.0.0.1:*", "tcp://127.0.0.1:*").withHeartbeat(0));
        reader = new Reader(events);
        master.open("a");
        master.register("a", 0, 3);
    }

    @AfterEach
    void stop() {
        reader.close();
        events.close();
        master.close();
    }

    /// Until the three blocks are published the answer may be empty.
    private void assertAnswersAsEver() throws IOException {
        List<Reader.Heard> answer = List.of();
        while (answer.isEmpty()) {
            reader.ask(0);
            answer = reader.answer();
        }
        assertEquals(1, answer.size());
        assertEquals(3, answer.getFirst().events().size());
    }

    private long malformed() {
        return events.figures().replays().getOrDefault(ReplayEnd.MALFORMED, 0L);
    }

    private byte[] anything(int atMost) {
        byte[] bytes = new byte[random.nextInt(atMost + 1)];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void tenThousandMessagesThatAreNoQuestionsChangeNothing() throws Exception {
        assertAnswersAsEver();
        ZMQ.Context context = ZMQ.context(1);
        try (ZMQ.Socket hostile = context.socket(SocketType.DEALER)) {
            hostile.setLinger(20_000);
            hostile.connect(events.replayEndpoint());
            for (int i = 0; i < MESSAGES; i++) {
                int frames = 1 + random.nextInt(8);
                for (int frame = 1; frame <= frames; frame++) {
                    byte[] bytes = anything(random.nextInt(10) == 0 ? 4_000 : 12);
                    hostile.send(bytes, frame < frames ? ZMQ.SNDMORE : 0);
                }
            }
        } finally {
            context.close();
        }
        while (malformed() <= MESSAGES / 2) {
            assertAnswersAsEver();
        }
        assertTrue(events.figures().bufferBatches() <= 1);
    }

    @Test
    void whoAnnouncesAGigabyteOrSendsNoiseIsCutOff() throws Exception {
        for (String endpoint : List.of(events.replayEndpoint(), events.endpoint())) {
            try (Socket socket = connect(endpoint)) {
                OutputStream out = socket.getOutputStream();
                out.write(GREETING);
                out.write(ready(endpoint.equals(events.endpoint()) ? "SUB" : "DEALER"));
                out.write(new byte[] {2, 0, 0, 0, 0, 0x40, 0, 0, 0, 7});
                out.flush();
                assertEnds(socket);
            }
            for (int i = 0; i < 50; i++) {
                try (Socket socket = connect(endpoint)) {
                    socket.getOutputStream().write(anything(2_000));
                } catch (IOException _) {
                    // it has been cut off already
                }
            }
        }
        assertAnswersAsEver();
    }

    private static Socket connect(String endpoint) throws IOException {
        URI uri = URI.create(endpoint);
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()), 5_000);
        socket.setSoTimeout(20_000);
        return socket;
    }

    /// The command that ends a handshake.
    private static byte[] ready(String type) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        byte[] command = new byte[2 + 6 + 1 + 11 + 4 + name.length];
        command[0] = 4;
        command[1] = (byte) (command.length - 2);
        command[2] = 5;
        System.arraycopy("READY".getBytes(StandardCharsets.US_ASCII), 0, command, 3, 5);
        command[8] = 11;
        System.arraycopy("Socket-Type".getBytes(StandardCharsets.US_ASCII), 0, command, 9, 11);
        command[23] = (byte) name.length;
        System.arraycopy(name, 0, command, 24, name.length);
        return command;
    }

    private static void assertEnds(Socket socket) throws IOException {
        try {
            byte[] buffer = new byte[1_024];
            int read = socket.getInputStream().read(buffer);
            while (read >= 0) {
                read = socket.getInputStream().read(buffer);
            }
        } catch (SocketTimeoutException open) {
            throw new AssertionError("the connection stays open", open);
        } catch (IOException _) {
            // reset: that is an end, too
        }
    }

    /// Many who ask and never read keep nobody waiting, and no more than so many are answered at one time.
    @Test
    void whoAsksAndNeverReadsHoldsUpNobody() throws Exception {
        assertAnswersAsEver();
        ZMQ.Context context = ZMQ.context(1);
        List<ZMQ.Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 100; i++) {
                ZMQ.Socket deaf = context.socket(SocketType.DEALER);
                deaf.setLinger(0);
                deaf.setRcvHWM(1);
                deaf.connect(events.replayEndpoint());
                for (int again = 0; again < 20; again++) {
                    deaf.send(new byte[0], ZMQ.SNDMORE);
                    deaf.send(Frames.number(0), 0);
                }
                sockets.add(deaf);
            }
            assertAnswersAsEver();
            assertAnswersAsEver();
        } finally {
            sockets.forEach(ZMQ.Socket::close);
            context.close();
        }
    }
}
