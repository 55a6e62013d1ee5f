package io.forebay.cli;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A client of a RESP gateway that knows a handful of commands and nothing else. One thread.
final class RespWire implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;

    RespWire(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new BufferedOutputStream(socket.getOutputStream());
    }

    void set(String key, byte[] value) throws IOException {
        Object reply = ask("SET".getBytes(StandardCharsets.US_ASCII), bytes(key), value);
        if (!"OK".equals(reply)) {
            throw new IOException("SET is answered " + reply);
        }
    }

    /// Null where there is none.
    byte @Nullable [] get(String key) throws IOException {
        return (byte[]) ask(bytes("GET"), bytes(key));
    }

    void del(String key) throws IOException {
        Object _ = ask(bytes("DEL"), bytes(key));
    }

    long size() throws IOException {
        return ask(bytes("DBSIZE")) instanceof Long size ? size : -1;
    }

    /// All keys that SCAN names.
    List<String> keys() throws IOException {
        List<String> keys = new ArrayList<>();
        String cursor = "0";
        do {
            Object reply = ask(bytes("SCAN"), bytes(cursor), bytes("COUNT"), bytes("1000"));
            if (!(reply instanceof List<?> page) || !(page.getLast() instanceof List<?> named)) {
                throw new IOException("SCAN is answered " + reply);
            }
            cursor = text(page.getFirst());
            named.forEach(key -> keys.add(text(key)));
        } while (!cursor.equals("0"));
        return keys;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String text(Object bulk) {
        return bulk instanceof byte[] bytes ? new String(bytes, StandardCharsets.US_ASCII) : String.valueOf(bulk);
    }

    private @Nullable Object ask(byte[]... words) throws IOException {
        out.write(bytes("*" + words.length + "\r\n"));
        for (byte[] word : words) {
            out.write(bytes("$" + word.length + "\r\n"));
            out.write(word);
            out.write(bytes("\r\n"));
        }
        out.flush();
        return reply();
    }

    private @Nullable Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.parseLong(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> {
                List<Object> all = new ArrayList<>();
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    all.add(reply());
                }
                yield all;
            }
            default -> throw new IOException(line);
        };
    }

    private byte @Nullable [] bulk(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        if (!line().isEmpty()) {
            throw new IOException("a value has no end");
        }
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.readUnsignedByte(); next != '\n'; next = in.readUnsignedByte()) {
            line.append((char) next);
        }
        return line.substring(0, line.length() - 1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
