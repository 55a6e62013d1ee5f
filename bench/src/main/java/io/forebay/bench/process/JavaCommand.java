package io.forebay.bench.process;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The command line of another JVM with this one's class path, and without C2 where this one has none.
public final class JavaCommand {
    private static final List<String> FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:OnOutOfMemoryError=kill -9 %p",
            "-XX:+UseG1GC");

    private static final String COMPILER = "-XX:TieredStopAtLevel=";

    private JavaCommand() {}

    /// Runs `mainClass` with a heap of at most `heap` (such as `512m`).
    public static List<String> of(String mainClass, String heap, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(
                Path.of(System.getProperty("java.home", "/usr"), "bin", "java").toString());
        command.addAll(FLAGS);
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith(COMPILER))
                .forEach(command::add);
        command.add("-Xmx" + heap);
        command.add("-cp");
        command.add(System.getProperty("java.class.path", ""));
        command.add(mainClass);
        command.addAll(arguments);
        return command;
    }
}
