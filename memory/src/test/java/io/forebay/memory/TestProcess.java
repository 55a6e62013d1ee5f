package io.forebay.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Another process that runs a main of these tests, says one line when it is there, and is killed at the end.
public record TestProcess(Process process, String firstLine) implements AutoCloseable {

    public static TestProcess start(Class<?> main, String... arguments) throws IOException {
        return startUnder(List.of(), main, arguments);
    }

    /// By a command that takes the process's own behind it.
    static TestProcess startUnder(List<String> outer, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(outer);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        BufferedReader said = process.inputReader();
        return new TestProcess(process, String.valueOf(said.readLine()));
    }

    /// Kills it as `kill -9` does and waits until it is gone.
    public void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the process does not end: " + process.pid());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
