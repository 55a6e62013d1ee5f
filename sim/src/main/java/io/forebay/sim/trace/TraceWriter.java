package io.forebay.sim.trace;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes requests in the format that [TraceReader] reads: one JSON object a line, fields in the published order.
public final class TraceWriter {
    private TraceWriter() {}

    /// Writes all `requests` to `file`, replacing what was there.
    public static void write(Path file, List<TraceRequest> requests) throws IOException {
        try (Writer out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (TraceRequest request : requests) {
                out.write(line(request));
                out.write('\n');
            }
        }
    }

    /// One request as a line, without the line's end. A list of whole numbers prints as a JSON array.
    static String line(TraceRequest request) {
        return "{\"timestamp\": " + request.timestampMillis()
                + ", \"input_length\": " + request.inputLength()
                + ", \"output_length\": " + request.outputLength()
                + ", \"hash_ids\": " + request.hashIds() + "}";
    }
}
