package io.forebay.sim.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A trace file, read line by line. Blank lines are skipped; the first broken one ends the reading with an error, so
/// that a replay never runs on half of what its user meant.
public final class TraceReader implements AutoCloseable {
    private final String file;
    private final BufferedReader lines;
    private final TraceLine parser = new TraceLine();
    private int line;

    private TraceReader(String file, BufferedReader lines) {
        this.file = file;
        this.lines = lines;
    }

    /// The first `limit` requests of `file`, or all if it has fewer.
    ///
    /// @throws TraceFormatException when a line up to there is no request, or the file holds none
    public static List<TraceRequest> read(Path file, int limit) throws IOException {
        try (TraceReader reader = open(file)) {
            List<TraceRequest> requests = new ArrayList<>();
            while (requests.size() < limit) {
                Optional<TraceRequest> request = reader.next();
                if (request.isEmpty()) {
                    break;
                }
                requests.add(request.get());
            }
            if (requests.isEmpty() && limit > 0) {
                throw new TraceFormatException(file.toString(), Math.max(1, reader.line), "the trace has no requests");
            }
            return requests;
        }
    }

    /// A reader at the start of `file`. Latin-1 on purpose: all that counts is ASCII, and a stray byte then shows as
    /// a broken line with a number instead of a decoder's error without one.
    public static TraceReader open(Path file) throws IOException {
        return new TraceReader(file.toString(), Files.newBufferedReader(file, StandardCharsets.ISO_8859_1));
    }

    /// The next request, or empty at the end of the file.
    public Optional<TraceRequest> next() throws IOException {
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            line++;
            if (!text.isBlank()) {
                try {
                    return Optional.of(parser.parse(text));
                } catch (TraceLine.Broken e) {
                    throw new TraceFormatException(file, line, e.reason());
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
