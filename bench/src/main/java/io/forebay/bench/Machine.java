package io.forebay.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What a figure was measured on, in one line.
public final class Machine {
    private Machine() {}

    /// Processor and count, memory, kernel, JDK. Parts that the system does not tell are left out.
    public static String describe() {
        String processor = field(Path.of("/proc/cpuinfo"), "model name").orElse(System.getProperty("os.arch", "?"));
        String memory = field(Path.of("/proc/meminfo"), "MemTotal")
                .map(text -> ", " + Math.round(Long.parseLong(text.replaceAll("\\D", "")) / 1048576.0) + " GiB")
                .orElse("");
        return processor + " x" + Runtime.getRuntime().availableProcessors() + memory
                + ", " + System.getProperty("os.name", "?") + " " + System.getProperty("os.version", "?")
                + ", JDK " + Runtime.version();
    }

    private static Optional<String> field(Path file, String name) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
