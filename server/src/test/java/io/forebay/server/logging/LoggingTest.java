package io.forebay.server.logging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogFormat;
import io.forebay.server.settings.LogLevel;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class LoggingTest {
    private static final Logger LOG = LoggerFactory.getLogger("io.forebay.test.Thing");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @AfterEach
    void quiet() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.ERROR), java.io.OutputStream.nullOutputStream());
    }

    @Test
    void aTextLineEndsInItsPairs() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.INFO), out);
        LOG.atInfo().addKeyValue("node", "a").addKeyValue("why", "two words").log("ready {}", 7);
        String line = lines().getFirst();
        assertTrue(line.matches("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z INFO  Thing ready 7 node=a why=\"two words\""), line);
    }

    @Test
    void aMessageCannotForgeALine() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.INFO), out);
        LOG.info("one\ntwo");
        assertEquals(1, lines().size());
    }

    @Test
    void aJsonLineIsOneObject() {
        Logging.start(new LogConfig(LogFormat.JSON, LogLevel.INFO), out);
        LOG.atWarn()
                .addKeyValue("boot", 3)
                .setCause(new IllegalStateException("why"))
                .log("said \"so\"");
        JsonNode line = JsonMapper.shared().readTree(lines().getFirst());
        assertEquals("said \"so\"", line.get("message").asString());
        assertEquals("WARN", line.get("level").asString());
        assertEquals(3, line.get("boot").asInt());
        assertTrue(line.get("exception").asString().contains("why"));
        assertEquals(1, lines().size());
    }

    @Test
    void theLevelIsOursAndLibrariesSpeakFromWarningsOn() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.DEBUG), out);
        LOG.debug("ours");
        LOG.trace("too fine");
        LoggerFactory.getLogger("io.grpc.Thing").info("a library's");
        LoggerFactory.getLogger("io.grpc.Thing").warn("a library's warning");
        assertEquals(2, lines().size(), lines()::toString);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
