package io.forebay.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// An earlier state of this repository, built beside today's: what a fleet still runs while it is being upgraded.
final class OldBuild {
    /// Nodes with SSDs, and nothing of prefetching: no call, no field, no capability.
    static final String BEFORE_PREFETCH = "e7467d7";

    private static final long MINUTES = 15;

    private OldBuild() {}

    /// The class path of a build of that commit, which is made where it is not there yet.
    ///
    /// @throws IOException when the repository does not have the commit, or it cannot be built
    static String classPath(String commit) throws Exception {
        Path root = Path.of(System.getProperty("forebay.root", ".."))
                .toAbsolutePath()
                .normalize();
        Path tree = Files.createDirectories(root.resolve("target").resolve("old-" + commit));
        Path listed = tree.resolve("cli/target/classpath");
        if (!Files.exists(listed)) {
            run(root, "git archive --format=tar " + commit + " | tar -x -C " + tree);
            run(tree, "./forebay version");
        }
        return tree.resolve("cli/target/classes") + ":"
                + Files.readString(listed).strip();
    }

    private static void run(Path folder, String script) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("bash", "-o", "pipefail", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        folder.resolve("target").resolve("old-build.log").toFile());
        Files.createDirectories(folder.resolve("target"));
        Map<String, String> environment = builder.environment();
        environment.remove("FOREBAY_INSIDE_VERIFY");
        Process process = builder.start();
        if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException(script + " does not end");
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    script + ": " + Files.readString(folder.resolve("target").resolve("old-build.log")));
        }
    }
}
