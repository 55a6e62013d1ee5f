package io.forebay.server.resp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// A socket to a gateway, and what a client of Redis does with one by hand. One thread.
final class RawClient implements AutoCloseable {
    private static final int DEADLINE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(DEADLINE_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
        out = socket.getOutputStream();
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /// Sends a request as clients do.
    void request(byte[]... arguments) throws IOException {
        send("*" + arguments.length + "\r\n");
        for (byte[] argument : arguments) {
            send("$" + argument.length + "\r\n");
            send(argument);
            send("\r\n");
        }
    }

    /// Sends a request and reads its reply.
    String ask(String... words) throws IOException {
        byte[][] arguments = new byte[words.length][];
        for (int i = 0; i < words.length; i++) {
            arguments[i] = words[i].getBytes(StandardCharsets.ISO_8859_1);
        }
        request(arguments);
        return reply();
    }

    /// The next reply: a line with its first character, a bulk string's bytes, `nil`, or what an array has in `[…]`.
    String reply() throws IOException {
        String line = line();
        int number = line.startsWith("$") || line.startsWith("*") ? Integer.parseInt(line.substring(1)) : 0;
        if (number < 0) {
            return "nil";
        }
        if (line.startsWith("$")) {
            byte[] bytes = in.readNBytes(number);
            line();
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
        if (line.startsWith("*")) {
            List<String> all = new ArrayList<>();
            for (int i = 0; i < number; i++) {
                all.add(reply());
            }
            return all.toString();
        }
        return line;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the connection has ended behind '" + line + "'");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    /// True when the other side has closed, within the deadline; what still comes is passed over.
    boolean isClosed() throws IOException {
        try {
            while (in.read() >= 0) {
                // Replies to what was sent before.
            }
            return true;
        } catch (java.net.SocketTimeoutException late) {
            return false;
        } catch (java.net.SocketException reset) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
