package io.forebay.cli.doctor;

import io.forebay.cli.doctor.Host.Engines;
import io.forebay.cli.doctor.Host.Seed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Which engines run on this host, and the one variable of their environment that decides about hashes. Nothing else of
/// it is kept.
final class EngineProbe {
    private static final Pattern ENGINE = Pattern.compile("(^|[/ .])(vllm|sglang)([/ .]|$)");
    private static final String SEED = "PYTHONHASHSEED=";

    private EngineProbe() {}

    /// @param processes `/proc`
    static Engines look(Path processes) {
        List<Seed> seeds = new ArrayList<>();
        int hidden = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(processes, "[0-9]*")) {
            for (Path process : all) {
                String command = PortProbe.command(process);
                if (!command.contains("python") || !ENGINE.matcher(command).find()) {
                    continue;
                }
                try {
                    long pid = Long.parseLong(String.valueOf(process.getFileName()));
                    seeds.add(new Seed(pid, seed(process)));
                } catch (IOException notOurs) {
                    hidden++;
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException unknown) {
            return new Engines(seeds, hidden);
        }
        return new Engines(seeds, hidden);
    }

    private static String seed(Path process) throws IOException {
        String environment = new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.UTF_8);
        for (String variable : environment.split("\0", -1)) {
            if (variable.startsWith(SEED)) {
                return variable.substring(SEED.length());
            }
        }
        return "";
    }
}
