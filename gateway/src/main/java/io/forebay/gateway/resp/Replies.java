package io.forebay.gateway.resp;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes replies in the protocol that a connection has asked for, 2 or 3. Gateway thread only.
final class Replies {
    private static final byte[] END = {'\r', '\n'};
    private static final byte[] OK = "+OK\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NIL = "$-1\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] NULL = "_\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Outbox out;
    private int protocol = 2;
    private boolean failed;

    Replies(Outbox out) {
        this.out = out;
    }

    int protocol() {
        return protocol;
    }

    /// 2 or 3, from the next reply on.
    void protocol(int version) {
        protocol = version;
    }

    /// Whether an error was written since the last call.
    boolean takeFailed() {
        boolean was = failed;
        failed = false;
        return was;
    }

    void ok() {
        out.write(OK);
    }

    void simple(String text) {
        line('+', text);
    }

    /// @param text its first word is the error's code
    void error(String text) {
        failed = true;
        line('-', text.replace('\r', ' ').replace('\n', ' '));
    }

    void integer(long number) {
        head(':', number);
    }

    private void line(char kind, String text) {
        out.write((kind + text + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private void head(char kind, long number) {
        out.head(kind, number);
    }

    void nil() {
        out.write(protocol == 3 ? NULL : NIL);
    }

    void bulk(String text) {
        bulk(text.getBytes(StandardCharsets.UTF_8));
    }

    void bulk(byte[] bytes) {
        head('$', bytes.length);
        out.write(bytes);
        out.write(END);
    }

    /// A value, or nothing where there is none. The caller keeps its hold.
    void value(@Nullable Value value) {
        if (value == null) {
            nil();
        } else {
            value(value, 0, value.length());
        }
    }

    /// A part of a value. The caller keeps its hold.
    void value(Value value, long from, long length) {
        head('$', length);
        out.write(value, from, length);
        out.write(END);
    }

    /// So many replies follow.
    void array(long count) {
        head('*', count);
    }

    /// So many pairs of replies follow.
    void map(int pairs) {
        head(protocol == 3 ? '%' : '*', protocol == 3 ? pairs : 2L * pairs);
    }

    /// A map of texts.
    void map(Map<String, String> pairs) {
        map(pairs.size());
        pairs.forEach((name, text) -> {
            bulk(name);
            bulk(text);
        });
    }

    void texts(List<byte[]> texts) {
        array(texts.size());
        texts.forEach(this::bulk);
    }
}
