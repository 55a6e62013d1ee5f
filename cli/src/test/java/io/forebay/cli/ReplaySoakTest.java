package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Replays on real processes that are too long for every run: rounds of kills, and a soak with pools that turn over.
@Tag("long")
final class ReplaySoakTest {
    @TempDir
    Path folder = Path.of("");

    private JsonNode replay(String... arguments) throws IOException {
        Path json = folder.resolve("out.json");
        List<String> command = new ArrayList<>(List.of("replay", "--json", json.toString()));
        command.addAll(List.of(arguments));
        assertEquals(ExitCode.DONE, Main.commandLine().execute(command.toArray(String[]::new)));
        JsonNode result = JsonMapper.shared().readTree(json.toFile());
        assertEquals(0, result.path("corrupt").asLong(-1));
        assertEquals(0, result.path("lateQueries").asLong(-1));
        long outcomes = 0;
        for (JsonNode count : result.path("outcomes")) {
            outcomes += count.asLong();
        }
        assertEquals(result.path("blocks").asLong(-1), outcomes);
        return result;
    }

    @Test
    void aKilledNodeCostsNoWrongByteInTenRounds() throws IOException {
        for (int round = 1; round <= 10; round++) {
            JsonNode result = replay(
                    "--requests",
                    "300",
                    "--nodes",
                    "3",
                    "--seed",
                    Integer.toString(round),
                    "--fabric",
                    round % 2 == 0 ? "map" : "tcp",
                    "--chaos",
                    "kill-node=" + (1 + round % 3) + "@" + 10 * round / 2 + "%");
            assertEquals(300, result.path("requests").asLong());
        }
    }

    @Test
    void poolsThatTurnOverManyTimesKeepHandingOver() throws IOException {
        JsonNode result = replay("--requests", "5000", "--pool-size", "64MiB", "--fabric", "tcp");
        long hits = result.path("outcomes").path("MEMORY").asLong()
                + result.path("outcomes").path("PEER").asLong();
        assertTrue(hits >= 0.98 * result.path("blocks").asLong(), result::toString);
    }
}
