package io.forebay.gateway.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads requests from bytes as they come: arrays of bulk strings, or a line of words, which is made into one. Short
/// arguments are kept, values go to the pool as they come, and what a refused request still has is passed over, so
/// that the next request is found behind it.
///
/// ```
/// LINE ─"*n"─▶ LENGTH ─"$n"─▶ KEEP, STREAM or SKIP ─n bytes─▶ END ─"\r\n"─▶ LENGTH … ─last─▶ a request
/// ```
/// What is no RESP at all is [Step#BROKEN]: nobody knows where the next request begins. Gateway thread only.
final class RequestParser {
    /// What a step came to.
    enum Step {
        /// More bytes are needed, or more steps.
        MORE,
        /// A request is complete: [#take].
        REQUEST,
        /// Room for a value is awaited.
        WAIT,
        /// [#fault] says what came.
        BROKEN
    }

    /// The longest value.
    static final long MAX_VALUE_BYTES = 512L << 20;

    static final int MAX_ARGUMENTS = 4_096;
    /// What an array may announce before it counts as no RESP.
    private static final int MOST_ANNOUNCED = 1 << 20;

    private static final int MAX_LINE_BYTES = 16 << 10;
    private static final int MAX_KEPT_BYTES = 256 << 10;
    private static final int MAX_LENGTH_DIGITS = 18;

    private enum Place {
        LINE,
        LENGTH,
        KEEP,
        STREAM,
        SKIP,
        END
    }

    private final Intake intake;
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private int lineBytes;
    private Place place = Place.LINE;
    private Request request = new Request();
    private long argumentsLeft;
    private byte[] kept = {};
    private int keptBytes;
    private long skipBytes;
    private @Nullable Incoming incoming;
    private ByteBuf words = Unpooled.EMPTY_BUFFER;
    private String fault = "";

    RequestParser(Intake intake) {
        this.intake = intake;
    }

    /// Whether a step can do something without further bytes.
    boolean isPending() {
        return words.isReadable() || (place == Place.STREAM && incoming != null && !incomingWaits());
    }

    private boolean incomingWaits() {
        return incoming != null && request.refusal() == null && !incoming.needsSlot() && !incoming.isComplete();
    }

    /// Whether a request has begun.
    boolean isInRequest() {
        return place != Place.LINE || lineBytes > 0;
    }

    /// The value whose next bytes may go straight to the pool; null: there is none.
    @Nullable
    Incoming streaming() {
        return place == Place.STREAM && incomingWaits() && !words.isReadable() ? incoming : null;
    }

    /// What was no RESP, for people.
    String fault() {
        return fault;
    }

    /// The request that is complete; the caller closes it.
    Request take() {
        Request complete = request;
        request = new Request();
        return complete;
    }

    /// Reads on, one argument at most.
    Step step(ByteBuf from) {
        ByteBuf in = words.isReadable() ? words : from;
        return switch (place) {
            case LINE -> readLine(in) ? begin() : waitForLine();
            case LENGTH -> readLine(in) ? length() : waitForLine();
            case KEEP -> keep(in);
            case STREAM -> stream(in);
            case SKIP -> skip(in);
            case END -> end(in);
        };
    }

    private Step broken(String what) {
        fault = what;
        return Step.BROKEN;
    }

    private Step waitForLine() {
        return lineBytes == MAX_LINE_BYTES ? broken("too big a line") : Step.MORE;
    }

    /// True when a whole line is there, without its end.
    private boolean readLine(ByteBuf in) {
        int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\n');
        int bytes = (end < 0 ? in.writerIndex() : end) - in.readerIndex();
        if (bytes > MAX_LINE_BYTES - lineBytes) {
            lineBytes = MAX_LINE_BYTES;
            return false;
        }
        in.readBytes(line, lineBytes, bytes);
        lineBytes += bytes;
        if (end < 0) {
            return false;
        }
        in.skipBytes(1);
        if (lineBytes > 0 && line[lineBytes - 1] == '\r') {
            lineBytes--;
        }
        return true;
    }

    /// The number behind a line's first byte; -2 when it is none.
    private long number() {
        long number = 0;
        int digits = lineBytes - 1;
        lineBytes = 0;
        if (digits == 2 && line[1] == '-' && line[2] == '1') {
            return -1;
        }
        if (digits < 1 || digits > MAX_LENGTH_DIGITS) {
            return -2;
        }
        for (int i = 1; i <= digits; i++) {
            if (line[i] < '0' || line[i] > '9') {
                return -2;
            }
            number = number * 10 + line[i] - '0';
        }
        return number;
    }

    private Step begin() {
        if (lineBytes == 0) {
            return Step.MORE;
        }
        if (line[0] != '*') {
            return words();
        }
        argumentsLeft = number();
        if (argumentsLeft < -1 || argumentsLeft > MOST_ANNOUNCED) {
            return broken("invalid multibulk length");
        }
        if (argumentsLeft > MAX_ARGUMENTS) {
            overLimit("ERR a request has at most " + MAX_ARGUMENTS + " arguments, not " + argumentsLeft);
        }
        if (argumentsLeft > 0) {
            place = Place.LENGTH;
        }
        return Step.MORE;
    }

    /// A line of words becomes the array that it stands for.
    private Step words() {
        String text = new String(line, 0, lineBytes, StandardCharsets.ISO_8859_1);
        lineBytes = 0;
        List<String> all = new ArrayList<>(List.of(text.strip().split("[ \t]+")));
        all.removeIf(String::isEmpty);
        if (all.isEmpty()) {
            return Step.MORE;
        }
        String first = all.getFirst();
        boolean http = text.endsWith("HTTP/1.1") || first.equalsIgnoreCase("POST");
        if (http || first.equalsIgnoreCase("Host:")) {
            return broken("this is no HTTP port");
        }
        if (words.isReadable()) {
            return broken("expected an array");
        }
        StringBuilder array = new StringBuilder("*" + all.size() + "\r\n");
        all.forEach(word -> array.append('$')
                .append(word.length())
                .append("\r\n")
                .append(word)
                .append("\r\n"));
        words = Unpooled.copiedBuffer(array, StandardCharsets.ISO_8859_1);
        return Step.MORE;
    }

    private Step length() {
        if (lineBytes == 0 || line[0] != '$') {
            char came = lineBytes == 0 ? ' ' : (char) line[0];
            return broken("expected '$', got '" + (came >= ' ' && came <= '~' ? came : '?') + "'");
        }
        long length = number();
        if (length < 0 || length > MAX_VALUE_BYTES) {
            return broken("invalid bulk length");
        }
        Command command = request.command();
        int index = request.size();
        if (request.refusal() == null && command != null && command.streamed().test(index)) {
            incoming = intake.begin(request, length);
            place = incoming == null ? Place.SKIP : Place.STREAM;
        } else {
            checkKept(length, index);
            place = request.refusal() == null ? Place.KEEP : Place.SKIP;
        }
        if (place == Place.KEEP) {
            kept = new byte[(int) length];
            keptBytes = 0;
        } else if (place == Place.SKIP) {
            skipBytes = length;
            request.skip();
        }
        return place == Place.KEEP && length == 0 ? keep(Unpooled.EMPTY_BUFFER) : Step.MORE;
    }

    private void checkKept(long length, int index) {
        if (index == 1 && length > Key.MAX_BYTES && request.command() != null) {
            overLimit("ERR a key has at most " + Key.MAX_BYTES + " bytes, not " + length);
        } else if (length > Key.MAX_BYTES) {
            overLimit("ERR argument " + index + " has " + length + " bytes; at most " + Key.MAX_BYTES);
        } else if (request.keptBytes() + length > MAX_KEPT_BYTES) {
            overLimit("ERR the arguments have more than " + MAX_KEPT_BYTES + " bytes without values");
        }
    }

    private void overLimit(String why) {
        if (request.refusal() == null) {
            intake.overLimit();
            request.refuse(why);
        }
    }

    private Step keep(ByteBuf in) {
        int bytes = Math.min(in.readableBytes(), kept.length - keptBytes);
        in.readBytes(kept, keptBytes, bytes);
        keptBytes += bytes;
        if (keptBytes == kept.length) {
            request.add(kept);
            if (request.size() == 1) {
                request.command(intake.command(request));
            }
            place = Place.END;
        }
        return Step.MORE;
    }

    private Step stream(ByteBuf in) {
        Incoming value = java.util.Objects.requireNonNull(incoming);
        while (value.needsSlot() && request.refusal() == null) {
            if (!intake.room(request, value)) {
                return Step.WAIT;
            }
        }
        if (request.refusal() != null) {
            skipBytes = value.length() - value.filled();
            value.drop();
            incoming = null;
            request.skip();
            place = Place.SKIP;
            return Step.MORE;
        }
        if (!value.isComplete()) {
            value.copy(in);
        }
        if (value.isComplete()) {
            request.add(value);
            incoming = null;
            place = Place.END;
        }
        return Step.MORE;
    }

    private Step skip(ByteBuf in) {
        int bytes = (int) Math.min(in.readableBytes(), skipBytes);
        in.skipBytes(bytes);
        skipBytes -= bytes;
        if (skipBytes == 0) {
            place = Place.END;
        }
        return Step.MORE;
    }

    private Step end(ByteBuf in) {
        if (!readLine(in)) {
            return lineBytes > 1 ? broken("expected the end of an argument") : Step.MORE;
        }
        boolean empty = lineBytes == 0;
        lineBytes = 0;
        if (!empty) {
            return broken("expected the end of an argument");
        }
        place = --argumentsLeft == 0 ? Place.LINE : Place.LENGTH;
        return argumentsLeft == 0 ? Step.REQUEST : Step.MORE;
    }

    /// Gives back what a request under way has.
    void close() {
        if (incoming != null) {
            incoming.drop();
            incoming = null;
        }
        request.close();
        place = Place.LINE;
        lineBytes = 0;
        words = Unpooled.EMPTY_BUFFER;
    }
}
