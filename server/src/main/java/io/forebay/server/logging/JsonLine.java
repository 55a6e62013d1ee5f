package io.forebay.server.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.event.KeyValuePair;
import tools.jackson.databind.json.JsonMapper;

/// One JSON object: `time`, `level`, `logger`, `thread`, `message`, the pairs, and `exception` where there is one.
final class JsonLine implements Function<ILoggingEvent, String> {
    private final JsonMapper json = JsonMapper.shared();

    @Override
    public String apply(ILoggingEvent event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", event.getInstant().toString());
        line.put("level", event.getLevel().toString());
        line.put("logger", event.getLoggerName());
        line.put("thread", event.getThreadName());
        line.put("message", event.getFormattedMessage());
        if (event.getKeyValuePairs() != null) {
            for (KeyValuePair pair : event.getKeyValuePairs()) {
                line.putIfAbsent(pair.key, pair.value instanceof Number ? pair.value : String.valueOf(pair.value));
            }
        }
        if (event.getThrowableProxy() != null) {
            line.put("exception", ThrowableProxyUtil.asString(event.getThrowableProxy()));
        }
        return json.writeValueAsString(line);
    }
}
