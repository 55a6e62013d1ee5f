package io.forebay.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/// Turns an event into one line of UTF-8.
final class LineEncoder extends EncoderBase<ILoggingEvent> {
    private static final byte[] NOTHING = new byte[0];

    private final Function<ILoggingEvent, String> line;

    LineEncoder(Function<ILoggingEvent, String> line) {
        this.line = line;
    }

    @Override
    public byte[] encode(ILoggingEvent event) {
        return (line.apply(event) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] headerBytes() {
        return NOTHING;
    }

    @Override
    public byte[] footerBytes() {
        return NOTHING;
    }
}
