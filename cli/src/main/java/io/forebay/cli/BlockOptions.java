package io.forebay.cli;

import io.forebay.client.asking.NamedBlocks;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Which blocks a command is about.
final class BlockOptions {
    /// Hashes that one command takes.
    private static final int MAX_HASHES = 1 << 20;

    @Parameters(paramLabel = "HASH", arity = "0..*", description = "a block's hash in hexadecimal, whole")
    List<String> hashes = new ArrayList<>();

    @Option(
            names = "--from",
            paramLabel = "FILE",
            description = "also reads hashes from a file, one a line; - is stdin")
    @Nullable
    String from;

    @Option(names = "--model", paramLabel = "NAME", description = "the blocks' model, as the engines call it")
    String model = "";

    @Option(names = "--tenant", paramLabel = "NAME", description = "their tenant (none)")
    String tenant = "";

    @Option(
            names = "--fingerprint",
            paramLabel = "TEXT",
            description = "of their layout (the one of which the master knows a block)")
    String fingerprint = "";

    /// @throws IOException when the file cannot be read
    /// @throws IllegalArgumentException says what is missing
    NamedBlocks named() throws IOException {
        List<String> all = new ArrayList<>(hashes);
        if (from != null) {
            try (BufferedReader lines = open(from)) {
                lines.lines()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty())
                        .limit(MAX_HASHES + 1L)
                        .forEach(all::add);
            }
        }
        require(!all.isEmpty(), "give at least one HASH, or --from FILE with some");
        require(all.size() <= MAX_HASHES, "these are more than " + MAX_HASHES + " hashes");
        require(!model.isEmpty(), "give --model NAME: equal hashes of different models are different blocks");
        return new NamedBlocks(model, tenant, fingerprint, all);
    }

    private static BufferedReader open(String file) throws IOException {
        return file.equals("-")
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                : Files.newBufferedReader(Path.of(file));
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
