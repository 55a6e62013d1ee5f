package io.forebay.gateway.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// One request as it comes: its arguments, short ones here, values in the pool. Gateway thread only.
final class Request {
    private static final byte[] IN_POOL = {};

    private final List<byte[]> arguments = new ArrayList<>(4);
    private final List<Incoming> values = new ArrayList<>(1);
    private int taken;
    private long keptBytes;
    private int longestBytes;
    private @Nullable String refusal;
    private @Nullable Command command;
    private int skipped;

    /// Adds an argument that is kept here.
    void add(byte[] argument) {
        arguments.add(argument);
        keptBytes += argument.length;
        longestBytes = Math.max(longestBytes, argument.length);
    }

    /// Adds one that has gone to the pool; the request owns it until it is [taken][#takeValue].
    void add(Incoming value) {
        arguments.add(IN_POOL);
        values.add(value);
    }

    /// One of the refused request has been passed over.
    void skip() {
        skipped++;
    }

    /// Bytes of all arguments that are kept here.
    long keptBytes() {
        return keptBytes;
    }

    /// Bytes of the longest of them, which no key is longer than.
    int longestBytes() {
        return longestBytes;
    }

    /// Arguments so far, those passed over included.
    int size() {
        return arguments.size() + skipped;
    }

    byte[] argument(int index) {
        return arguments.get(index);
    }

    String text(int index) {
        return new String(arguments.get(index), StandardCharsets.UTF_8);
    }

    /// In upper case.
    String word(int index) {
        return text(index).toUpperCase(Locale.ROOT);
    }

    Key key(int index) {
        return new Key(arguments.get(index));
    }

    /// The next value, in the order of arguments; whoever takes it owns it.
    Incoming takeValue() {
        return values.get(taken++);
    }

    /// Why the request is answered with an error; null: it is not, so far.
    @Nullable
    String refusal() {
        return refusal;
    }

    /// The first reason counts.
    void refuse(String why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /// Null until its name has come, or when nobody knows it.
    @Nullable
    Command command() {
        return command;
    }

    void command(@Nullable Command known) {
        command = known;
    }

    /// Gives the room of values back that nobody has taken.
    void close() {
        while (taken < values.size()) {
            takeValue().drop();
        }
    }
}
