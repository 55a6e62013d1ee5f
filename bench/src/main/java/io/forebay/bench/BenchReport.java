package io.forebay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// What a bench command found out; a JSON contract, to which fields are only added.
///
/// @param machine processor, memory, system and JDK: figures mean nothing without them
/// @param command what was run, so that it can be run again
/// @param results a row for each contest, in the order run
public record BenchReport(String machine, String command, List<BenchResult> results) {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    public BenchReport {
        results = List.copyOf(results);
    }

    public String toJson() {
        return JSON.writeValueAsString(this) + "\n";
    }

    /// Writes the JSON form to `file`, replacing what was there.
    public void writeJson(Path file) throws IOException {
        Files.writeString(file, toJson());
    }

    /// A table for people.
    public String toTable() {
        StringBuilder table = new StringBuilder(machine + "\n" + command + "\n\n");
        table.append("%-24s %12s %12s  %-6s %8s %8s%n".formatted("name", "ours", "limit", "unit", "ratio", "spread"));
        for (BenchResult row : results) {
            table.append(String.format(
                    Locale.ROOT,
                    "%-24s %12.3f %12.3f  %-6s %8.2f %7.0f%%%n",
                    row.name(),
                    row.ours(),
                    row.limit(),
                    row.unit(),
                    row.ratio(),
                    100 * row.spread()));
        }
        return table.append("\nratio: 1 is level with the limit, more is better\n")
                .toString();
    }
}
