package io.forebay.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TraceReaderTest {
    private static final String GOOD =
            "{\"timestamp\": 27, \"input_length\": 1000, \"output_length\": 5, \"hash_ids\": [0, 7]}";

    @TempDir
    Path directory;

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("trace.jsonl"), text);
    }

    @Test
    void aLineOfThePublishedFormatIsARequest() throws IOException {
        assertEquals(
                List.of(new TraceRequest(27, 1000, 5, List.of(0L, 7L))),
                TraceReader.read(file(GOOD), Integer.MAX_VALUE));
    }

    @Test
    void anUnknownFieldAndABlankLineAreSkipped() throws IOException {
        String more = GOOD.replace("{\"time", "{\"session\": {\"id\": [1, {\"a\": 2}]}, \"time");
        assertEquals(2, TraceReader.read(file(GOOD + "\n\n" + more + "\n"), 10).size());
    }

    @Test
    void whatLiesBehindTheLimitIsNotRead() throws IOException {
        assertEquals(1, TraceReader.read(file(GOOD + "\nbroken\n"), 1).size());
    }

    @Test
    void aBrokenLineIsNamedByFileAndNumber() throws IOException {
        Path file = file(GOOD + "\n\n{\"timestamp\": 3, \"input_len\n" + GOOD);
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> TraceReader.read(file, 10));
        assertEquals(3, e.line());
        assertTrue(String.valueOf(e.getMessage()).startsWith(file + ":3: is not valid JSON"), e::getMessage);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[1]                                   | is not a JSON object",
                "{\"timestamp\": 1}                    | has no input_length",
                "{\"timestamp\": -1, GOOD              | timestamp is negative: -1",
                "{\"timestamp\": \"1\", GOOD           | timestamp is not a whole number",
                "{\"timestamp\": 1.5, GOOD             | timestamp is not a whole number",
                "{\"timestamp\": 99999999999999999999, GOOD | timestamp is larger than",
                "{\"timestamp\": 1, \"timestamp\": 1, GOOD  | Duplicate",
                "{\"timestamp\": 1, \"input_length\": 3000000000, \"output_length\": 1, \"hash_ids\": [1]} "
                        + "| input_length is larger than 2147483647",
                "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1} | has no hash_ids",
                "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1, \"hash_ids\": []} | hash_ids is empty",
                "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1, \"hash_ids\": 4} | is not an array",
                "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1, \"hash_ids\": [4, 4]} | has 4 twice",
                "{\"timestamp\": 1, \"input_length\": 1, \"output_length\": 1, \"hash_ids\": [4, null]} | hash_ids[1]",
                "{\"timestamp\": 1, GOOD {}            | has more after the JSON object",
            })
    void aRequestThatBreaksTheFormatSaysHow(String line, String reason) throws IOException {
        Path file = file(line.replace("GOOD", "\"input_length\": 1, \"output_length\": 1, \"hash_ids\": [1]}"));
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> TraceReader.read(file, 10));
        assertTrue(String.valueOf(e.getMessage()).contains(reason), e::getMessage);
    }

    @Test
    void moreBlocksThanAQueryMayHaveAreRefused() throws IOException {
        StringBuilder ids = new StringBuilder("0");
        for (int i = 1; i <= TraceLine.MAX_BLOCKS; i++) {
            ids.append(',').append(i);
        }
        Path file = file(GOOD.replace("0, 7", ids));
        TraceFormatException e = assertThrows(TraceFormatException.class, () -> TraceReader.read(file, 10));
        assertTrue(String.valueOf(e.getMessage()).contains("more than 65536"), e::getMessage);
    }

    @Test
    void anEmptyFileIsNoTrace() throws IOException {
        Path file = file("\n");
        assertThrows(TraceFormatException.class, () -> TraceReader.read(file, 10));
    }
}
