package io.forebay.server.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogLevel;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.slf4j.LoggerFactory;

/// Sets logging up in code: one appender, one encoder, no file that could disagree.
public final class Logging {
    private Logging() {}

    /// Sends what is logged from now on to `out`, which stays open; what was set up before is dropped.
    public static void start(LogConfig config, OutputStream out) {
        if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
            return;
        }
        context.reset();
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        LineEncoder encoder = switch (config.format()) {
            case TEXT -> new LineEncoder(new TextLine());
            case JSON -> new LineEncoder(new JsonLine());
        };
        encoder.setContext(context);
        encoder.start();
        appender.setContext(context);
        appender.setEncoder(encoder);
        appender.setOutputStream(new Unclosed(out));
        appender.start();
        Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        root.setLevel(Level.WARN);
        root.addAppender(appender);
        // The level is ours; libraries speak from warnings on.
        context.getLogger("io.forebay").setLevel(level(config.level()));
    }

    /// An appender closes its stream when it is replaced; this one is not its own.
    private static final class Unclosed extends FilterOutputStream {
        Unclosed(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
        }

        @Override
        public void close() throws IOException {
            flush();
        }
    }

    private static Level level(LogLevel level) {
        return switch (level) {
            case ERROR -> Level.ERROR;
            case WARN -> Level.WARN;
            case INFO -> Level.INFO;
            case DEBUG -> Level.DEBUG;
            case TRACE -> Level.TRACE;
        };
    }
}
