package io.forebay.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Function;
import org.slf4j.event.KeyValuePair;

/// `2025-01-31T12:00:00.123Z INFO  NodeServer the node is ready node=a boot=3`; a stack trace follows on lines of its
/// own.
final class TextLine implements Function<ILoggingEvent, String> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    @Override
    public String apply(ILoggingEvent event) {
        String logger = event.getLoggerName();
        StringBuilder line = new StringBuilder(160)
                .append(TIME.format(event.getInstant()))
                .append(' ')
                .append("%-5s".formatted(event.getLevel()))
                .append(' ')
                .append(logger, logger.lastIndexOf('.') + 1, logger.length())
                .append(' ')
                .append(oneLine(event.getFormattedMessage()));
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                line.append(' ').append(pair.key).append('=').append(quoted(String.valueOf(pair.value)));
            }
        }
        if (event.getThrowableProxy() != null) {
            line.append('\n')
                    .append(ThrowableProxyUtil.asString(event.getThrowableProxy())
                            .stripTrailing());
        }
        return line.toString();
    }

    private static String oneLine(String message) {
        return message.replace("\n", "\\n").replace("\r", "\\r");
    }

    private static String quoted(String value) {
        boolean plain = !value.isEmpty() && value.chars().noneMatch(c -> c <= ' ' || c == '"' || c == '=');
        return plain ? value : '"' + oneLine(value).replace("\"", "\\\"") + '"';
    }
}
